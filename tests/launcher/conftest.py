"""Projects and environments for the tests of lab.py."""

import subprocess

import pytest
from launching import lab


@pytest.fixture
def project(tmp_path):
    """A folder such as students have them: a space and an accent in its path."""
    root = tmp_path / "Machine Learning à la carte"
    (root / "svmlab").mkdir(parents=True)
    (root / "svmlab" / "__init__.py").write_text('__version__ = "1.2.3"\nhere = __file__\n')
    (root / "requirements.txt").write_text("numpy==2.4.6\nscipy==1.17.1\n")
    return root


@pytest.fixture
def bare_venv(project):
    """A real environment without pip: fast to make."""
    venv = project / ".venv"
    subprocess.run([lab.base_python(), "-m", "venv", "--without-pip", venv], check=True)
    return venv
