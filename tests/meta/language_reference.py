#!/usr/bin/env python3
"""Checks and runs every `flow` block of the user's reference: language_reference.py MESHC LANGUAGE.md"""
import pathlib
import re
import subprocess
import sys
import tempfile


def main() -> int:
    meshc, page = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    text = page.read_text(encoding="utf-8")
    blocks = [(text[: match.start()].count("\n") + 2, match.group(1))
              for match in re.finditer(r"^```flow\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]
    if not blocks:
        print(f"{page.name} holds no flow block")
        return 1
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for line, block in blocks:
            file = pathlib.Path(folder) / f"line_{line}.flow"
            file.write_text(block, encoding="utf-8")
            done = subprocess.run([meshc, "test", file], capture_output=True, text=True)
            if done.returncode != 0:
                failed += 1
                print(f"the block at {page.name}:{line} fails:\n{done.stdout}{done.stderr}")
    print(f"{len(blocks) - failed} blocks hold, {failed} do not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
