#!/usr/bin/env python3
"""Fails on files and functions that are too long to be read at once. Usage: check_sizes.py SOURCE_DIR"""
import pathlib
import re
import sys

MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 60
FOLDERS = ("compiler", "codegen", "runtime", "tests", "examples")

NO_FUNCTION = re.compile(r"\s*(namespace|class|struct|enum|union|extern|template <.*> (class|struct)|"
                         r"if|for|while|switch|else|do|try|case|default|return|constexpr std::array)\b")


def functions_of(lines):
    """(first line, last line) of what clang-format lays out like a function: counted from 0."""
    for end, line in enumerate(lines):
        if not re.search(r"[)\w}] \{$", line):
            continue
        first = end
        # A head goes on while the lines above have no end of their own.
        while first > 0 and lines[first - 1].strip() and not lines[first - 1].rstrip().endswith((";", "{", "}", ":")) \
                and not lines[first - 1].lstrip().startswith(("//", "#")):
            first -= 1
        head = " ".join(lines[first:end + 1])
        indent = re.match(r"\s*", lines[first]).group()
        if len(indent) > 4 or NO_FUNCTION.match(head) or "(" not in head or "[" in head.split("(")[0]:
            continue
        closing = indent + "}"
        last = next((i for i in range(end + 1, len(lines)) if lines[i].startswith(closing)), None)
        if last is not None:
            yield first, last


def problems_of(source):
    lines = source.read_text().split("\n")
    if len(lines) - 1 > MOST_LINES_OF_A_FILE:
        yield f"{len(lines) - 1} lines, at most {MOST_LINES_OF_A_FILE}"
    for first, last in functions_of(lines):
        # Tests hold the handlers that they run.
        if last - first + 1 > MOST_LINES_OF_A_FUNCTION and "tests" not in source.parts:
            yield f"line {first + 1}: a function of {last - first + 1} lines, at most {MOST_LINES_OF_A_FUNCTION}"


def main():
    root = pathlib.Path(sys.argv[1])
    found = []
    for source in sorted(p for folder in FOLDERS for p in (root / folder).rglob("*")):
        if source.suffix in (".h", ".cpp") and not {"out", "build", "expected"} & set(source.relative_to(root).parts):
            found += [f"{source.relative_to(root)}: {p}" for p in problems_of(source)]
    print("\n".join(found) if found else "all files and functions can be read at once")
    return 1 if found else 0


sys.exit(main())
