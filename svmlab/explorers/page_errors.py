"""Errors as sentences for a reader of the page, who has menus and buttons where they advise those who call svmlab."""

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


def error_text(error):
    """An error as a sentence for the reader."""
    text = str(error) or type(error).__name__
    if not isinstance(error, ValueError | TimeoutError):
        text = f"{type(error).__name__}: {text}"
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def file_error_text(error, name):
    """An error as a sentence for the reader; a file's name keeps its first letter."""
    text = f"{error}" or type(error).__name__
    text = text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}"
    text = text if name and text.startswith(name) else text[:1].upper() + text[1:]
    return text if text.endswith((".", "?")) else f"{text}."
