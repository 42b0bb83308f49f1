#!/usr/bin/env python3
"""Goes the path that the README shows to a newcomer: run_newcomer.py MESHC README BUILD PACKAGE

`meshc new` writes the folder; VS Code with the packed extension opens it, and newcomer_vscode.mjs does what the page says.
Exit 77, with a word why, if there is no browser.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from run_chain import HERE, SKIPPED, vscode


def main():
    meshc, readme = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
    if shutil.which("chromium") is None:
        print("skipped: chromium is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as state:
        subprocess.run([meshc, "new", "shop"], cwd=home, check=True, capture_output=True)
        node, known = vscode(*sys.argv[3:5], state)
        done = subprocess.run([node, str(HERE / "newcomer_vscode.mjs")], cwd=pathlib.Path(home).resolve() / "shop",
                              env={**os.environ, "HOME": home, "README": str(readme), **known},
                              capture_output=True, text=True, timeout=900, check=False)
        if done.returncode != 0:
            sys.exit(f"FAILED: exit {done.returncode}\n{done.stdout}{done.stderr}")
    print("the path holds")


if __name__ == "__main__":
    main()
