#!/usr/bin/env python3
"""Fails on names and includes that a library keeps for itself: its namespaces and folders `internal`, `detail` and
`impl`. They change without notice from one release to the next. Usage: check_internals.py SOURCE_DIR"""
import pathlib
import re
import sys

TOPS = ("compiler", "codegen", "runtime", "grammar", "templates", "examples", "stdlib", "tests")
SUFFIXES = (".h", ".hpp", ".cpp", ".c", ".mustache")
INNER = r"(?:internals?|details?|impl)"
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"][^>"]*\b' + INNER + r'\b[^>"]*[>"]', re.MULTILINE)
SCOPE = r"\w+\s*::\s*"
NAME = re.compile(rf"\b(?:(?:{SCOPE})*{INNER}\s*::\s*\w+|(?:{SCOPE})+{INNER}\b)")
# A name within a comment or a text is no use of it.
SPARED = re.compile(r"""R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|//[^\n]*|/\*(?:.|\n)*?\*/""")


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def problems_of(text):
    """(line, use) for each use."""
    found = [(match.start(), " ".join(match[0].split())) for match in INCLUDE.finditer(text)]
    found += [(match.start(), match[0]) for match in NAME.finditer(SPARED.sub(blank, text))]
    for start, use in sorted(found):
        yield text.count("\n", 0, start) + 1, use


def sources(root):
    for top in TOPS:
        for path in sorted((root / top).rglob("*")):
            # Beside an example stands what was built of it.
            built = path.relative_to(root).parts[0] == "examples" and "out" in path.parts
            if path.suffix in SUFFIXES and path.is_file() and not built:
                yield path


def main():
    root = pathlib.Path(sys.argv[1])
    found = []
    for path in sources(root):
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{path.relative_to(root)}:{line}: `{use}` belongs to its library alone" for line, use in problems_of(text)]
    print("\n".join(found) if found else "no internal names of libraries")
    return 1 if found else 0


sys.exit(main())
