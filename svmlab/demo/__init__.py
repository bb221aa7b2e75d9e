"""The live demo: scenes of a lecture as an application without code, for a browser and several visitors at once.

``python -m svmlab.demo`` (or ``python3 lab.py demo``) starts it. Voila opens a notebook of two cells for each visitor,
``visit`` is what stands in them; ``app`` is the server, ``handlers`` what it answers and what it refuses, ``visits``
who is there and for how long, ``pages`` what the visitors read, ``pictures`` the pictures of the start page.
"""
