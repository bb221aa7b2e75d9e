"""Start the demo: ``python -m svmlab.demo``."""

import sys

from svmlab.demo.command import main

sys.exit(main(sys.argv[1:]))
