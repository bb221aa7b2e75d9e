"""svmlab: support vector machines to learn from and to audit."""
