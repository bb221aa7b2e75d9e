"""The other machines, each with its name, and samples for them."""

import pytest

from svmlab import MulticlassSVM, datasets, kernels
from svmlab.machines.multiclass import LEE_LIN_WAHBA as LLW
from svmlab.machines.multiclass import MACHINES, MSVM2

OTHERS = MACHINES[1:]
ALL, EACH = (pytest.mark.parametrize("machine", names) for names in (MACHINES, OTHERS))
SUM_TO_ZERO = pytest.mark.parametrize("machine", [LLW, MSVM2])
UNCERTIFIED = pytest.mark.filterwarnings("ignore:not certified")
OVERLAP = datasets.overlapping(60, random_state=0, n_classes=3)


def trained(machine, C=1.0, kernel=None, data=OVERLAP):
    return MulticlassSVM(C=C, kernel=kernel or kernels.Gaussian(1.0), machine=machine).fit(data.X, data.y)
