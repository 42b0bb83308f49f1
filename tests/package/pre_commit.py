#!/usr/bin/env python3
"""Has pre-commit itself run the hooks: pre_commit.py MESHC SOURCE_FOLDER

`try-repo` takes them from a repository, as from a release: they find what is wrong with a part through its root, and mend
layout. The recipe for a repository of its own holds as well. Exit 77, with a word why, if pre-commit is not installed.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from ci_steps import PART, ROOT, require

SKIPPED = 77


class Repository:
    """A folder under git. pre-commit looks at what is staged."""

    def __init__(self, folder, environment, files):
        self.folder, self.environment = folder, environment
        folder.mkdir()
        self.must("git", "init", "--quiet", "--initial-branch", "main")
        self.commit(files)

    def run(self, *command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)

    def must(self, *command):
        done = self.run(*command)
        require(done.returncode == 0, " ".join(command), done)
        return done

    def stage(self, files):
        for name, text in files.items():
            (self.folder / name).write_text(text)
        self.must("git", "add", "--all")

    def commit(self, files):
        self.stage(files)
        self.must("git", "-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "--quiet", "-m", "files")


def check_try_repo(hooks, project):
    """A sound part passes all three; what is wrong in it is found through the root, which did not change."""
    def try_hook(name):
        return project.run("pre-commit", "try-repo", str(hooks.folder), name, "--files", "part.flow")

    names = ("meshc-fmt", "meshc-check", "meshc-test")
    for name in names:
        done = try_hook(name)
        require(done.returncode == 0 and "Passed" in done.stdout, f"{name} on a sound part", done)
    project.stage({"part.flow": PART.replace("id: string", "id: strin")})
    for name in names[1:]:
        done = try_hook(name)
        require(done.returncode != 0 and "MC2" in done.stdout, f"{name} on a wrong part", done)
    project.stage({"part.flow": PART.replace("id: string", "id :string")})
    done = try_hook("meshc-fmt")
    require(done.returncode != 0 and "modified" in done.stdout, "meshc-fmt says that it has mended", done)
    require((project.folder / "part.flow").read_text() == PART, "meshc-fmt mends", done)
    project.must("git", "add", "--all")
    require(try_hook("meshc-fmt").returncode == 0, "meshc-fmt on what it has mended", done)


def check_recipe(project, recipe):
    """The hooks of examples/ci, which compare with the last commit too."""
    project.commit({".pre-commit-config.yaml": recipe.read_text(), "part.flow": PART})
    def hook():
        return project.run("pre-commit", "run", "--files", "part.flow", "shop.flow")

    done = hook()
    require(done.returncode == 0 and done.stdout.count("Passed") == 2, "the recipe on a sound project", done)
    project.stage({"shop.flow": ROOT.replace("out stored: bool", "out stored: string")})
    done = hook()
    require("meshc check" in done.stdout and done.returncode != 0, "the recipe on a wrong project", done)


def main():
    meshc, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if shutil.which("pre-commit") is None:
        print("skipped: pre-commit is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        environment = {**os.environ, "PATH": f"{meshc.parent}:{os.environ['PATH']}", "HOME": name,
                       "PRE_COMMIT_HOME": str(folder / "cache")}
        hooks = Repository(folder / "hooks", environment, {
            ".pre-commit-hooks.yaml": (source / ".pre-commit-hooks.yaml").read_text()})
        project = Repository(folder / "project", environment, {"part.flow": PART, "shop.flow": ROOT})
        check_try_repo(hooks, project)
        check_recipe(project, source / "examples/ci/pre-commit-config.yaml")
    print("pre-commit: holds")


if __name__ == "__main__":
    main()
