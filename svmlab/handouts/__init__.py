"""Notebooks as pages that need no Python and no network: to read, and as slides, with live scenes in both.

``python3 lab.py export`` writes all of them; one of one's own::

    from svmlab.handouts.pages import export

    export("lecture.ipynb", "folder")

A page is one file: formulas are set by KaTeX and slides run on reveal.js, whose files stand in ``vendor``.
"""
