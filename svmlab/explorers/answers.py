"""What the page asks of a machine, and what it is told: at another C, along the path, with a point left out."""

import time

from svmlab import validation
from svmlab.exact.loo import leave_one_out
from svmlab.exact.path import regularization_path
from svmlab.explorers.machine_scene import number_from_wire
from svmlab.explorers.page_errors import error_text
from svmlab.page import path_format

PATIENCE = 3.0  # s for the path; where it takes longer the page asks for each C


class Answers:
    """An Explorer that answers its page."""

    def _ask(self, question):
        answers = {
            "C": self._ask_C, "path": self._ask_path, "loo": self._ask_loo, "withdraw": self._ask_withdrawal,
            "move": self._ask_move, "edit": self._ask_edit, "file": self._ask_file,
        }  # fmt: skip
        answers.get(question["type"], self._answer)(question)

    def _answer(self, question, **state):
        self.scene.say(to=question, C=self.C.value, error=self.error, note=self._note(), **state)

    def _refuse(self, question, error):
        self.error = error_text(error)
        self._answer(question)

    def _ask_C(self, question):
        C = number_from_wire(question["C"])
        if not self.error and self.C.value == C:
            self._answer(question)
            return
        self._controls.set({"C": C})
        self.update(to=question)

    def _ask_path(self, question):
        """The solution for every C of the slider; where there is none, the page goes on asking for each."""
        if self.svm is None or question["epoch"] != self._epoch:
            self._answer(question)
            return
        try:
            state = path_format.packed(self.follow_path(), epoch=self._epoch)
        except Exception as error:
            self.path, state = None, {"epoch": self._epoch, "error": error_text(error)}
        self._answer(question, path=state)

    def follow_path(self, progress=None):
        """The machine's path over the range of the slider; ``progress``, by default that of ``patience``."""
        if self.path is None:
            progress = progress or patience(PATIENCE)
            self.path = regularization_path(self.svm, self.C.min, self.C.max, progress=progress)
        return self.path

    def _ask_loo(self, question):
        """What every point gets when it is left out of the machine in the page."""
        known = {"epoch": question["epoch"], "C": question["C"]}
        if known.items() <= self.scene.left_out.items():
            self._answer(question)
            return

        def told(svm):
            validation.to_leave_out(svm.solution_.certified)
            return path_format.left_out(svm, leave_one_out(svm, progress=patience(PATIENCE)))

        self._answer(question, left_out={**known, **self._of_machine(question, told)})

    def _ask_withdrawal(self, question):
        i = question["i"]
        state = self._of_machine(question, lambda svm: path_format.withdrawal(svm, i))
        of = {"epoch": question["epoch"], "C": question["C"], "point": i}
        self._answer(question, withdrawal={**of, **state})

    def _of_machine(self, question, told):
        """``told(machine)`` of the machine in the page, or {error}."""
        try:
            return told(self._machine_at(question["epoch"], number_from_wire(question["C"])))
        except Exception as error:
            return {"error": error_text(error)}

    def _machine_at(self, epoch, C):
        """The machine of the page, which may be ahead of ``svm`` along the path."""
        if self.svm is not None and epoch == self._epoch:
            if self.svm.C_ == C:
                return self.svm
            if self.path is not None:
                return self.path.model_at(C)
        raise ValueError(f"the machine at C = {C:g} is not known any more")


def patience(seconds):
    """Return a function that, whatever it is given, raises TimeoutError when it is called after so many seconds."""
    end = time.monotonic() + seconds

    def check(*_):
        if time.monotonic() > end:
            raise TimeoutError(f"not done within {seconds:g} s; take fewer points, or compute it in Python")

    return check
