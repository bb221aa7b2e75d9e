"""Start the demo: ``python -m svmlab.demo``."""

import sys

from svmlab.validation import extras

extras.needed("svmlab.demo", "lab", "voila", "jupyter_server")

from svmlab.demo.command import main  # noqa: E402 - not before what it needs is known to be there

sys.exit(main(sys.argv[1:]))
