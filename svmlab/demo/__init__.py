"""The live demo: scenes of a lecture as an application without code, for a browser and several visitors at once.

``python -m svmlab.demo`` (or ``python3 lab.py demo``) starts it. Voila opens the ``notebook`` of two cells for each
visitor; ``app`` is the server, ``handlers`` what it answers and what it refuses, ``messages`` what a page may send,
``visitors`` who is there and for how long, ``pages`` what they read, ``pictures`` the pictures of the start page,
``errors`` how errors look in the terminal.
"""
