#!/usr/bin/env python3
"""Runs every step of `action.yml` and every hook of `.pre-commit-hooks.yaml`: ci_steps.py MESHC SOURCE_FOLDER

Each passes on a sound project whose changed file is a part, and finds what is wrong in another.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PART = "record Order { id: string; }\n"
ROOT = """\
mesh shop;
import "part.flow";

envelope Sale {
  in order: Order;
  out stored: bool;
}

processor store(order: Order) -> (stored: bool);

flow sell on Sale {
  store;
}

scenario "sold" for sell {
  given { order: { id: "a" } };
  expect visits store;
}
"""


def require(holds, what, done):
    if not holds:
        sys.exit(f"FAILED: {what}: exit {done.returncode}\n{done.stdout}{done.stderr}")


def run(command, folder, environment):
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def steps_of(text):
    """Commands by name, as GitHub runs them."""
    names = re.findall(r"^    - name: (.*)$", text, re.M)
    runs = re.findall(r"^      run: (.*)$", text, re.M)
    return {name: ["bash", "-eo", "pipefail", "-c", line] for name, line in zip(names, runs, strict=True)}


def hooks_of(text):
    """Commands by name, with the changed file behind them as pre-commit does."""
    names = re.findall(r"^- id: (.*)$", text, re.M)
    entries = re.findall(r"^  entry: (.*)$", text, re.M)
    return {name: [*shlex.split(entry), "a part.flow"] for name, entry in zip(names, entries, strict=True)}


def main():
    meshc, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    environment = {**os.environ, "FILES": ".", "PATH": f"{meshc.parent}:{os.environ['PATH']}"}
    commands = {**steps_of((source / "action.yml").read_text()),
                **hooks_of((source / ".pre-commit-hooks.yaml").read_text())}
    for name, command in commands.items():
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a part.flow").write_text(PART)
            (pathlib.Path(folder) / "the shop.flow").write_text(ROOT.replace("part.flow", "a part.flow"))
            done = run(command, folder, environment)
            require(done.returncode == 0, f"{name} on a sound project", done)
            (pathlib.Path(folder) / "a part.flow").write_text(PART.replace("id: string", "id :strin"))
            done = run(command, folder, environment)
            mends = name == "meshc-fmt"
            require((done.returncode == 0) == mends, f"{name} on a wrong project", done)
            formatted = (pathlib.Path(folder) / "a part.flow").read_text().count("id: strin;") == 1
            require(formatted == mends, f"{name} leaves the file", done)
        print(f"{name}: holds")


if __name__ == "__main__":
    main()
