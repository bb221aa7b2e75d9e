"""What the tests of data sets share."""

import pytest


@pytest.fixture
def write(tmp_path):
    def write(content, encoding="utf-8", name="my data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return write
