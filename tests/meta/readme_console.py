#!/usr/bin/env python3
"""Runs every `console` block of a page and compares what it shows: readme_console.py MESHC README.md

The blocks are one session in an empty folder. A line `$ command` is run by the shell; the lines below it are
what it prints, on both streams. A line `…` stands for any number of lines.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def steps_of(text: str):
    """(line, command, printed lines) of every command."""
    for block in re.finditer(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        line = text[: block.start()].count("\n") + 1
        step = None
        for row in block.group(1).splitlines():
            line += 1
            if row.startswith("$ "):
                if step is not None:
                    yield step
                step = (line, row[2:], [])
            else:
                step[2].append(row)
        if step is not None:
            yield step


def matches(expected, printed) -> bool:
    pattern = "".join("(?:.*\n)*" if row == "…" else re.escape(row) + "\n" for row in expected)
    return re.fullmatch(pattern, "".join(row + "\n" for row in printed)) is not None


def main() -> int:
    meshc, page = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    steps = list(steps_of(page.read_text(encoding="utf-8")))
    if not steps:
        print(f"{page.name} holds no console block")
        return 1
    environment = dict(os.environ, PATH=f"{meshc.resolve().parent}{os.pathsep}{os.environ['PATH']}", LC_ALL="C.UTF-8")
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for line, command, expected in steps:
            if command.startswith("cd "):
                folder = folder / command[3:]
                continue
            done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            printed = done.stdout.splitlines()
            if not matches(expected, printed):
                failed += 1
                print(f"{page.name}:{line}: `{command}` prints:\n{done.stdout}")
    print(f"{len(steps) - failed} commands hold, {failed} do not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
