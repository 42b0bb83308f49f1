#!/usr/bin/env python3
"""Goes the path that the README shows to a newcomer: run_newcomer.py MESHC README BUILD PACKAGE

`meshc new` writes the folder; VS Code with the packed extension opens it, and newcomer_vscode.mjs does what the page says.
Exit 77, with a word why, if there is no browser.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

from run_chain import SKIPPED, drive_vscode


def main():
    meshc, readme = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
    if shutil.which("chromium") is None:
        print("skipped: chromium is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([meshc, "new", "shop"], cwd=home, check=True, capture_output=True)
        drive_vscode("newcomer_vscode.mjs", pathlib.Path(home).resolve() / "shop", *sys.argv[3:5], home,
                     {"README": str(readme)})
    print("the path holds")


if __name__ == "__main__":
    main()
