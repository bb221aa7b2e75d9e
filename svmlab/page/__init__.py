"""The page: ES modules that compute, talk and draw without Python, and what joins them and packs what they are sent.

The modules stand on floors: ``math``, ``words``, ``talk`` (with Python), ``draw``, ``parts`` (of a scene that a reader
handles), ``scenes``. One imports only from its own floor and from those before it; ``modules`` joins what a scene
needs into one text. ``wire_format`` and ``path_format`` say what travels. ``document.html`` is the page around exported
scenes.
"""
