"""What the page asks of a machine that it cannot make by itself: at another C, and with each point left out."""

import time

from svmlab import validation
from svmlab.exact.loo import leave_one_out
from svmlab.exact.path import regularization_path
from svmlab.explorers.machine_scene import number_from_wire
from svmlab.explorers.page_errors import error_text
from svmlab.page import wire_format

PATIENCE = 3.0  # s for what a page waits for


class Answers:
    """An Explorer that answers its page."""

    def _ask(self, question):
        answers = {
            "state": self._ask_state, "C": self._ask_C, "loo": self._ask_loo, "edit": self._ask_edit,
            "file": self._ask_file,
        }  # fmt: skip
        answers.get(question["type"], self._answer)(question)

    def _answer(self, question, **state):
        note = None if self._behind is not None else self._note()
        self.scene.say(to=question, C=self.C.value, error=self._error, note=note, **state)

    def _refuse(self, question, error):
        self._error = error_text(error)
        self._answer(question)

    def _ask_C(self, question):
        C = number_from_wire(question["C"])
        if not self.error and self.C.value == C:
            self._answer(question)
            return
        self._controls.set({"C": C})
        self.update(to=question)

    def follow_path(self, progress=None):
        """The machine's path over the range of the slider; ``progress``, by default that of ``patience``."""
        svm = self.svm
        if self._path is None:
            progress = progress or patience(PATIENCE)
            self._path = regularization_path(svm, self.C.min, self.C.max, progress=progress)
        return self._path

    def _ask_loo(self, question):
        """What every point gets when it is left out of the machine in the page."""
        known = {"epoch": question["epoch"], "C": question["C"]}
        if known.items() <= self.scene.left_out.items():
            self._answer(question)
            return

        def told(svm):
            validation.to_leave_out(svm.solution_.certified)
            return wire_format.left_out(svm, leave_one_out(svm, progress=patience(PATIENCE)))

        self._answer(question, left_out={**known, **self._of_machine(question, told)})

    def _of_machine(self, question, told):
        """``told(machine)`` of the machine in the page, or {error}."""
        try:
            return told(self._machine_at(question["epoch"], number_from_wire(question["C"])))
        except Exception as error:
            return {"error": error_text(error)}

    def _machine_at(self, epoch, C):
        """The machine of the page, which may be ahead of ``svm`` along the path."""
        svm = self.svm
        if svm is not None and not self.error and epoch == self._epoch:
            if svm.C_ == C:
                return svm
            if self._path is not None:
                return self._path.model_at(C)
        raise ValueError(f"the machine at C = {C:g} is not known any more")


def patience(seconds):
    """Return a function that, whatever it is given, raises TimeoutError when it is called after so many seconds."""
    end = time.monotonic() + seconds

    def check(*_):
        if time.monotonic() > end:
            raise TimeoutError(f"not done within {seconds:g} s; take fewer points, or compute it in Python")

    return check
