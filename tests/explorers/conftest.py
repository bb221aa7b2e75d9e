"""What the tests of the explorers share."""

import ipywidgets
import pytest


@pytest.fixture
def close_widgets():
    """Close all explorers after a test; for files in which each test makes its own."""
    yield
    ipywidgets.Widget.close_all()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Nothing is given up for its time on a busy machine; tests of that set a time of their own."""
    for module in ("answers", "bounds", "machines"):
        monkeypatch.setattr(f"svmlab.explorers.{module}.PATIENCE", 60.0)
