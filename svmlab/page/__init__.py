"""The page: ES modules that compute, talk and draw without Python, and what joins them and packs what they are sent.

The modules stand on floors: ``math``, ``engine`` (the machine itself), ``words``, ``talk`` (with Python), ``draw``,
``parts`` (of a scene that a reader handles), ``scenes``. One imports only from its own floor and from those before it;
a style sheet stands beside the module that it dresses. ``modules`` joins what a scene needs into one text.
``wire_format`` says what travels, ``constants`` has the numbers that both sides need.
``document.html`` is the page around exported scenes.
"""
