"""Print notebooks/SOLUTIONS.md: python -m svmlab.exercises."""

from svmlab.exercises.solutions import as_markdown

print(as_markdown(), end="")
