#!/usr/bin/env python3
"""Opens a folder that nobody trusts in VS Code: run_untrusted.py MESHC BUILD PACKAGE

Its settings name another server, which untrusted_vscode.mjs looks for. Exit 77, with a word why, if there is no browser.
"""
import json
import pathlib
import shutil
import sys
import tempfile

from run_chain import SHOP, SKIPPED, drive_vscode


def main():
    meshc = pathlib.Path(sys.argv[1]).resolve()
    if shutil.which("chromium") is None:
        print("skipped: chromium is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve() / "shop"
        (folder / ".vscode").mkdir(parents=True)
        (folder / "shop.flow").write_text(SHOP)
        other, called = folder.parent / "other", folder.parent / "called"
        other.write_text(f'#!/bin/sh\n: > {called}\nexec {meshc} "$@"\n')
        other.chmod(0o755)
        (folder / ".vscode" / "settings.json").write_text(json.dumps({"meshc.path": str(other)}))
        drive_vscode("untrusted_vscode.mjs", folder, *sys.argv[2:4], name, {"CALLED": str(called)})
    print("nobody but the user chooses the server")


if __name__ == "__main__":
    main()
