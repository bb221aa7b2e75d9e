"""The dual programs and their certificate, the active set that follows their solution, the QP routes, and decomposition
to a tolerance."""
