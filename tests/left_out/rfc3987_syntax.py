"""Stands for a package that jsonschema can do without: it compiles grammars of addresses for two seconds at import."""

raise ImportError("left out of the tests")
