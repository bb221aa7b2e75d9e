"""The dual programs and their certificate, the active set that follows their solution, decomposition to a tolerance, and the QP routes."""
