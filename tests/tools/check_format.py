#!/usr/bin/env python3
"""Fails on files that clang-format would change; with --fix it changes them.
Usage: check_format.py [--fix] CLANG_FORMAT SOURCE_DIR"""
import pathlib
import subprocess
import sys


def find_files(root):
    folders = ("compiler", "codegen", "runtime", "tests", "examples")
    return [p for f in folders for p in sorted((root / f).rglob("*"))
            if p.suffix in (".h", ".cpp") and not {"out", "build", "expected"} & set(p.relative_to(root).parts)]


def main():
    arguments = [a for a in sys.argv[1:] if a != "--fix"]
    program, root = arguments[0], pathlib.Path(arguments[1])
    files = find_files(root)
    if "--fix" in sys.argv:
        return subprocess.run([program, "-i", *map(str, files)]).returncode
    run = subprocess.run([program, "--dry-run", "-Werror", *map(str, files)], capture_output=True, text=True)
    wrong = sorted({line.split(":")[0] for line in run.stderr.splitlines() if "[-Wclang-format" in line})
    for path in wrong:
        print(pathlib.Path(path).relative_to(root))
    print(f"{len(files)} files, {len(wrong)} to format")
    return 1 if wrong else run.returncode


sys.exit(main())
