"""The exercises of the notebooks: an answer is judged, and what is wrong with it is said.

    exercises.check("01.2", 0.1)       raises NotYet: With this C there is still slack ...
    exercises.check("01.2", 1.72)      prints "Right! ... You have solved 1 of 51."
    exercises.progress()               prints which are solved
    exercises.fold()                   what the cell shows waits until the reader has decided on a prediction

Question and hints of an exercise stand in its notebook, its judge and its solution in the file of the notebook here.
What is solved is kept in ``exercises_solved.txt`` in the current folder, and answers nowhere.
``notebooks/SOLUTIONS.md`` is what ``python -m svmlab.exercises`` prints.
"""

from svmlab.exercises import memory as _memory
from svmlab.exercises.catalogue import ALL, SHEETS
from svmlab.exercises.exercise import KINDS, Exercise, NotYet
from svmlab.exercises.folding import fold

__all__ = ["ALL", "KINDS", "SHEETS", "Exercise", "NotYet", "check", "fold", "progress"]


def check(name, answer):
    """Judge an answer to the exercise ``name``, such as "01.2": print what is good about it, and remember it as solved.

    For None, which is no answer yet, print what is asked for. Raises NotYet, which says what is wrong with the answer,
    and ValueError for a name that there is not.
    """
    if name not in ALL:
        raise ValueError(f"there is no exercise {name!r}; they are {', '.join(ALL)}")
    one = ALL[name]
    if answer is None:
        print(f"No answer yet: replace None by {one.wants}.")
        return
    try:
        told = one.judge(answer)
    except NotYet as reason:
        raise NotYet(f"Not yet. {reason}") from None
    except Exception as error:  # whatever an answer of the wrong form makes of the judge
        text = f"Not yet. Asked for is {one.wants}; with this answer: {type(error).__name__}: {error}"
        raise NotYet(text) from None
    else:
        print(f"Right! {told} {_memory.remember(name, list(ALL))}")


def progress():
    """Print how many exercises are solved, notebook by notebook."""
    solved = _memory.solved(list(ALL))
    print(f"You have solved {len(solved)} of {len(ALL)}. Delete {_memory.FILE} to begin anew.")
    for sheet in SHEETS:
        marks = "".join("■" if one.name in solved else "□" for one in sheet)
        print(f"{marks} {sheet.notebook}")
