"""Questions to an explorer as its page sends them."""


def ask(explorer, **question):
    """A question as the page sends it; returns what it is told."""
    return ask_scene(explorer.scene, **question)


def ask_scene(scene, **question):
    """The same of a scene, or of a bar of scenes."""
    question = {"page": "p", "number": 1, **question}
    scene._handle_msg({"content": {"data": {"method": "custom", "content": question}}, "buffers": []})
    return scene.answer
