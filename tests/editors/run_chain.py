#!/usr/bin/env python3
"""Drives an editor through one chain on the real server: run_chain.py EDITOR MESHC EDITORS_FOLDER [BUILD PACKAGE]

EDITOR: neovim, emacs or vscode. VS Code takes the extension among the packages of BUILD, by the scripts in PACKAGE, and
runs in a browser. Exit 77, with a word why, if the editor is not installed: its test is skipped then.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent

PART = "processor store(order: string) -> (stored: bool);\n"
SHOP = """\
mesh shop;
import "part.flow";
envelope Sale { in order: string; out stored: bool; }
flow sell on Sale { stor; }
"""
LIBRARY = """\
mesh library;
import std.resilience;
error late: http_unreachable;
"""
PART_AFTER = "processor keeper(order: string) -> (stored: bool);\n"
SHOP_AFTER = """\
mesh shop;
import "part.flow";
envelope Sale {
  in order: string;
  out stored: bool;
}
flow sell on Sale {
  keeper;
}
"""

# Editors whose own command renames once more and keeps the old name, and which are led into the library's text then.
KEEPING = {"neovim", "emacs"}

COMMANDS = {
    "neovim": ("nvim", ["--headless", "-u", "NONE", "-n", "-S", str(HERE / "chain.lua")]),
    "vscode": ("chromium", [str(HERE / "chain_vscode.mjs")]),
    "emacs": ("emacs", ["--batch", "-l", str(HERE / "chain.el")]),
}


def vscode(build, package, state):
    """How VS Code is started, and what it has to know; what it is made of is fetched once."""
    cache = pathlib.Path(build).resolve() / "npm"
    fetched = subprocess.run(["cmake", f"-DCACHE={cache}", f"-DPACKAGE={package}", "-P", str(HERE / "fetch_vscode.cmake")],
                             capture_output=True, text=True, check=False)
    if fetched.returncode != 0:
        sys.exit(f"FAILED: VS Code cannot be fetched: {fetched.stderr}")
    node = fetched.stdout.strip().splitlines()[-1]
    modules = cache / "vscode" / "node_modules"
    [vsix] = (cache.parent / "packages").glob("*.vsix")
    return node, {"VSCODE": str(modules / "code-server" / "lib" / "vscode"), "VSIX": str(vsix), "STATE": state,
                  "MODULES": str(modules), "CHROMIUM": shutil.which("chromium")}


def drive_vscode(script, folder, build, package, home, variables):
    """What `script` does in VS Code that opens `folder`; ends with what it said if it fails."""
    with tempfile.TemporaryDirectory() as state:
        node, known = vscode(build, package, state)
        done = subprocess.run([node, str(HERE / script)], cwd=folder, env={**os.environ, "HOME": home, **variables, **known},
                              capture_output=True, text=True, timeout=900, check=False)
    if done.returncode != 0:
        sys.exit(f"FAILED: exit {done.returncode}\n{done.stdout}{done.stderr}")


def main():
    editor, meshc, editors = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    program, arguments = COMMANDS[editor]
    if shutil.which(program) is None:
        print(f"skipped: {program} is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as state:
        folder = pathlib.Path(name).resolve()
        known = {}
        if editor == "vscode":
            program, known = vscode(sys.argv[4], sys.argv[5], state)
        (folder / "part.flow").write_text(PART)
        (folder / "shop.flow").write_text(SHOP)
        if editor in KEEPING:
            (folder / "library.flow").write_text(LIBRARY)
        environment = {**os.environ, "MESHC": str(meshc), "EDITORS": str(editors), "HOME": name, "XDG_STATE_HOME": name,
                       "XDG_DATA_HOME": name, "XDG_CONFIG_HOME": name, "XDG_CACHE_HOME": name, **known}
        done = subprocess.run([program, *arguments], cwd=folder, env=environment, capture_output=True, text=True,
                              timeout=900)
        if done.returncode != 0:
            sys.exit(f"FAILED: {program}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        named = lambda text, was: was + text.replace("keeper", "holder") if editor in KEEPING else text
        for file, expected in (("part.flow", named(PART_AFTER, '@was("keeper")\n')), ("shop.flow", named(SHOP_AFTER, ""))):
            text = (folder / file).read_text()
            if text != expected:
                sys.exit(f"FAILED: {file} on disk:\n{text}\ninstead of\n{expected}\n{done.stdout}{done.stderr}")
    print(f"{editor}: holds")


if __name__ == "__main__":
    main()
