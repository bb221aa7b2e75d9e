"""The estimators, and each loss as one value."""
