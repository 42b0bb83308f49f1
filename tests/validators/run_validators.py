#!/usr/bin/env python3
"""Holds schemas against their readers: run_validators.py CASES MESHC EXAMPLES BUILD PACKAGE

Validators of Python and of JavaScript take and refuse what hosts take and refuse, on random types and documents that CASES
writes; the schemas of every example are read within an AsyncAPI document, and as tools of an MCP server.
BUILD keeps what npm brings, by the scripts in PACKAGE.
Exit 77, with a word why, where npm brings nothing: what Python's validator says is asked all the same.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DEBIAN_PYTHON = "/usr/bin/python3"  # Its packages are Debian's, whichever python3 comes first.
FULL = "MESHC_TEST_FULL" in os.environ
SEED, COUNT = ("1", "200") if FULL else (os.environ.get("MESHC_TEST_SEED", "1"), "50")
SKIPPED = 77


def fetch(build, package):
    """Node, and the folder of what npm has brought; None: it brings nothing, and a word was said why."""
    cache = pathlib.Path(build).resolve() / "npm"
    done = subprocess.run(["cmake", f"-DCACHE={cache}", f"-DPACKAGE={package}", "-P", str(HERE / "fetch_validators.cmake")],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"skipped: npm brings no validators: {done.stderr}")
        return None
    return done.stdout.strip().splitlines()[-1], cache / "validators" / "node_modules"


def run(command, folder, environment=None, text=None):
    done = subprocess.run([str(word) for word in command], cwd=folder, env=environment, input=text, capture_output=True,
                          text=True, check=False, timeout=900)
    if done.returncode != 0:
        sys.exit(f"FAILED: {' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def ended_of(meshc, flow, schema, folder):
    """What the flow of an entry's schema makes of that schema's examples, with stubs: those that end well."""
    name = schema.name.split(".")[0]
    given = json.loads(schema.read_text()).get("examples", [])
    lines = "".join(json.dumps(each) + "\n" for each in given)
    done = subprocess.run([meshc, "run", "--stub", "--flow", name, flow], cwd=folder, input=lines, capture_output=True, text=True,
                          check=False, timeout=300)
    if done.returncode > 1:
        sys.exit(f"FAILED: {name} of {flow}: {done.stderr}")
    ended = map(json.loads, done.stdout.splitlines())
    return name, [{"given": given[each["line"] - 1], "result": each["payload"]} for each in ended if each["outcome"] == "succeeded"]


def compile_examples(meshc, examples, folder):
    """`folder/<example>/schema` for every root, and `ended.json`: by flow what it takes and gives."""
    for flow in sorted(examples.glob("*/*.flow")):
        if "\nmesh " not in "\n" + flow.read_text():
            continue
        out = folder / flow.parent.name
        out.mkdir(parents=True)
        run([meshc, "compile", "--only", "schema", "-o", out, flow], folder)
        entries = sorted((out / "schema").glob("*.flow-entry.schema.json"))
        (out / "ended.json").write_text(json.dumps(dict(ended_of(meshc, flow, entry, out) for entry in entries)))


def main():
    cases, meshc, examples = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / "cases.json").write_text(run([cases, "--seed", SEED, "--count", COUNT], folder))
        print(run([DEBIAN_PYTHON, HERE / "values_in_python.py", "cases.json"], folder), end="")
        fetched = fetch(sys.argv[4], sys.argv[5])
        if fetched is None:
            sys.exit(SKIPPED)
        node, modules = fetched
        environment = {**os.environ, "MODULES": str(modules)}
        print(run([node, HERE / "values_in_javascript.mjs", "cases.json"], folder, environment), end="")
        compile_examples(meshc, examples, folder / "examples")
        for script in ("asyncapi_reads.mjs", "mcp_calls.mjs"):
            print(run([node, HERE / script, folder / "examples"], folder, environment), end="")


if __name__ == "__main__":
    main()
