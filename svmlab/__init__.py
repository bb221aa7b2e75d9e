"""svmlab: support vector machines to learn from and to audit.

Importing it loads neither matplotlib nor ipywidgets; ``svmlab.plotting`` and ``svmlab.explorers`` come when asked
for.
"""

from importlib import import_module

from svmlab.exact import kernel_curve as _kernel_curve  # noqa: F401, gives leave_one_out its along_kernel and over_plane
from svmlab.exact import loo_curve as _loo_curve  # noqa: F401, gives leave_one_out its along_path
from svmlab.exact.conformal import conformal_prediction
from svmlab.exact.fold_curve import cross_validation_curve
from svmlab.exact.influence import first_order_influences, holders, leave_one_out_influences, point_values
from svmlab.exact.kernel_path import kernel_path
from svmlab.exact.loo import leave_one_out
from svmlab.exact.path import regularization_path
from svmlab.machines.biclass import BiclassSVM
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.selection.exact_choice import BiclassSVMCV, MulticlassSVMCV

__version__ = "0.2.0"

_MODULES = {  # public name: where the module stands, loaded when asked for
    "ball": "svmlab.theory.ball",
    "bounds": "svmlab.bounds",
    "capacity": "svmlab.risk.capacity",
    "comparison": "svmlab.selection.comparison",
    "datasets": "svmlab.datasets",
    "dichotomies": "svmlab.risk.dichotomies",
    "exercises": "svmlab.exercises",
    "explorers": "svmlab.explorers",
    "flows": "svmlab.theory.flows",
    "gaussians": "svmlab.risk.gaussians",
    "kernels": "svmlab.kernels",
    "kkt": "svmlab.theory.kkt",
    "lemmas": "svmlab.theory.lemmas",
    "learning": "svmlab.learning",
    "lemmas_multiclass": "svmlab.theory.lemmas_multiclass",
    "plotting": "svmlab.plotting",
    "risk": "svmlab.risk",
    "style": "svmlab.style",
}

__all__ = [
    "BiclassSVM", "BiclassSVMCV", "MulticlassSVM", "MulticlassSVMCV", "conformal_prediction", "cross_validation_curve",
    "first_order_influences", "holders", "kernel_path", "leave_one_out", "leave_one_out_influences", "point_values",
    "regularization_path", *_MODULES,
]  # fmt: skip


def __getattr__(name):
    if name in _MODULES:
        return import_module(_MODULES[name])
    raise AttributeError(f"module 'svmlab' has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
