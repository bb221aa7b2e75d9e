"""Stands for pandas in processes that tests start: scikit-learn loads it where it is, for a quarter of a second.

The tests themselves get the real one.
"""

import importlib
import os
import sys

if "pytest" not in sys.modules:
    raise ImportError("left out of what tests start")

del sys.modules[__name__]
path, sys.path = sys.path, [entry for entry in sys.path if entry != os.path.dirname(__file__)]
try:
    importlib.import_module(__name__)
finally:
    sys.path = path
