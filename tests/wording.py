"""What an error says."""

import re

import pytest


def raises(error, *parts):
    """Expect an error whose message holds these parts in this order."""
    return pytest.raises(error, match="(?s)" + ".*".join(re.escape(part) for part in parts))
