"""What the tests of the page share."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def node():
    command = shutil.which("node")
    if command is None:
        if os.environ.get("SVMLAB_REQUIRE_BROWSER") == "1":
            pytest.fail("Node.js is not installed, and SVMLAB_REQUIRE_BROWSER=1 asks for it.")
        pytest.skip("Node.js is not installed; the page's functions were not tested.")
    return command
