#!/usr/bin/env python3
"""Runs every step of the recipes for GitHub and GitLab: ci_recipes.py MESHC SOURCE_FOLDER

In a branch of a clone, as CI does: all pass on a sound change, and each finds what it is for.
"""
import os
import pathlib
import re
import sys
import tempfile

from ci_steps import PART, ROOT, require
from pre_commit import Repository

# An envelope on its way has none, and an old actor gives none.
CHANGED = ROOT.replace("in order: Order;", "in order: Order;\n  in weight: float;").replace(
    "store(order: Order)", "store(order: Order, weight: float)").replace('{ id: "a" }', '{ id: "a" }, weight: 1.0')
BROKEN = ROOT.replace("  store;", "  stor;")
SOUND = ROOT.replace("mesh shop;", "// Sells.\nmesh shop;")


def github_steps(text):
    """[(name, command)]; a folded command goes on in the lines that stand deeper."""
    found = re.findall(r"^ {6}- name: (.*)\n(?: {8}if: .*\n)? {8}run: (>\n(?: {10}.*\n)+|.*\n)", text, re.M)
    return [(name, " ".join(line.strip() for line in run.lstrip(">").splitlines())) for name, run in found]


def gitlab_steps(text):
    script = text.split("  script:\n")[1].split("\n  artifacts:")[0]
    return [(line, line) for line in re.findall(r"^ {4}- (.*)$", script, re.M)]


def results_of(steps, project):
    """Of each step, whether it passed; what was told of all."""
    passed, told = {}, ""
    for name, command in steps:
        done = project.run("bash", "-eo", "pipefail", "-c", command)
        passed[name] = done.returncode == 0
        told += f"$ {command}\n{done.stdout}{done.stderr}"
    return passed, told


class Told:
    """What `require` shows."""

    def __init__(self, told):
        self.returncode, self.stdout, self.stderr = "?", told, ""


def check(name, steps, folder, environment):
    """`steps`: sound, released, deployable, different; each finds another fault."""
    require(len(steps) == 4, f"the steps of {name}", Told(str(steps)))
    project = Repository(folder, environment, {"part.flow": PART, "shop.flow": ROOT})
    project.must("git", "update-ref", "refs/remotes/origin/main", "HEAD")
    base = project.must("git", "rev-parse", "HEAD").stdout.strip()
    project.environment = {**environment, "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "GITHUB_BASE_REF": "main",
                           "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    for what, files, wanted in (("a sound change", {"shop.flow": SOUND}, [True, True, True, True]),
                                ("a change that breaks what is under way", {"shop.flow": CHANGED}, [True, True, False, True]),
                                ("a mesh with an error", {"shop.flow": BROKEN}, [False, True, False, False])):
        project.commit(files)
        passed, told = results_of(steps, project)
        require(list(passed.values()) == wanted, f"{name} on {what}: {passed}", Told(told))
    project.commit({"shop.flow": ROOT})
    project.must("meshc", "lock", "shop.flow")
    passed, told = results_of(steps, project)
    require(all(passed.values()), f"{name} on what is released: {passed}", Told(told))
    lock = (folder / "mesh.lock").read_text()
    require("stored" in lock, "what is released tells its fields", Told(lock))
    project.commit({"mesh.lock": lock.replace("stored", "sorted")})
    passed, told = results_of(steps, project)
    require(list(passed.values())[1] is False, f"{name} on a lock that somebody has edited: {passed}", Told(told))


def main():
    meshc, recipes = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]) / "examples/ci"
    environment = {**os.environ, "PATH": f"{meshc.parent}:{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        check("GitHub's recipe", github_steps((recipes / "github.yml").read_text()), folder / "github", environment)
        check("GitLab's recipe", gitlab_steps((recipes / "gitlab.yml").read_text()), folder / "gitlab", environment)
    print("recipes: hold")


if __name__ == "__main__":
    main()
