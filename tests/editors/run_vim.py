#!/usr/bin/env python3
"""Has Vim do what it can by its own means, without a client of the server: run_vim.py MESHC EDITORS

`make.vim` tells. Exit 77, with a word why, if Vim is not installed.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from run_chain import HERE, PART, SHOP, SKIPPED


def main():
    meshc, editors = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
    if shutil.which("vim") is None:
        print("skipped: vim is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        told = pathlib.Path(folder) / "told"
        (pathlib.Path(folder) / "shop.flow").write_text(SHOP)
        (pathlib.Path(folder) / "part.flow").write_text(PART)
        done = subprocess.run(["vim", "-es", "-N", "-u", "NONE", "-n", "-S", str(HERE / "make.vim")], cwd=folder,
                              env={**os.environ, "MESHC": str(meshc), "EDITORS": str(editors), "TOLD": str(told)},
                              capture_output=True, text=True, timeout=300, check=False)
        if done.returncode != 0 or told.exists():
            sys.exit(f"FAILED: exit {done.returncode}\n{told.read_text() if told.exists() else done.stdout + done.stderr}")
    print("vim: holds")


if __name__ == "__main__":
    main()
