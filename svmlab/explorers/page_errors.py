"""Remedies for a reader of the page, who has menus and buttons, where an error advises those who call svmlab."""

import re

REMEDIES = (  # (what stands in the error, what the page says)
    (r"choose (columns|others) with features=\[\.\.\.\]", "choose other columns above"),
    (r", or pass its encoding, perhaps encoding='[\w-]+'", ""),
    (r", or pass (the delimiter|decimal='[.,]')", ""),
    (r", or read it with [\w.]+ in Python", ""),
    (r", or train on all of them in Python", ""),
    (r"MulticlassExplorer and BoundsExplorer take more", "a scene for several classes takes more"),
    (r"a file that explorer\.save has written", "a file that the button “save scene” has written"),
    (r"(a scene of \w+), and this is a \w+; open it in a .*\)", r"\1, which is of another kind; open it there"),
    (r"use (another kernel or other parameters), or indefinite='clip' .* matrix", r"choose \1"),
)


def for_page(text):
    """Return an error as the page says it; None stays None."""
    for found, said in REMEDIES if text else ():
        text = re.sub(found, said, text)
    return text
