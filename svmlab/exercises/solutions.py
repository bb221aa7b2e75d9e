"""The solutions of all exercises, as a page for teachers and for who has tried."""

from svmlab.exercises.catalogue import ALL, SHEETS

HEAD = f"""\
# Solutions

Of the {len(ALL)} exercises in the notebooks, one right answer each and why it is right. Questions and hints stand
there. Try first: a check tells what is wrong with an answer. An *open* exercise has many right answers, and its check
takes them all.

This page is what `python -m svmlab.exercises` prints, and `tests/exercises` sees that each answer passes its check.
"""


def as_markdown():
    return "\n".join([HEAD, *map(_of_notebook, SHEETS)])


def _of_notebook(sheet):
    rows = "\n".join(f"**{one.name}, {one.kind}.** `{one.solution}`\n\n{one.why}\n" for one in sheet)
    return f"## [{sheet.notebook}]({sheet.notebook}.ipynb)\n\n{rows}"
