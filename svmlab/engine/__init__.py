"""The dual programs and their certificate, the active set that follows their solution, and the QP routes."""
