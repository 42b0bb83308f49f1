#!/usr/bin/env python3
"""Shows graphs to a browser: run_graphs.py MESHC EXAMPLES BUILD PACKAGE

Pages are driven by keys; diagrams of every example, and one that is split, are read by Mermaid itself, in light and dark.
BUILD keeps what npm brings, by the scripts in PACKAGE. Exit 77, with a word why, if there is no browser.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from hostile_flow import hostile_flow  # noqa: E402

DESK = """\
mesh demo.desk;
envelope Note { in text: string; var kind: string = ""; var reply: string = ""; }
error broken recoverable;
/// Says which way.
router triage(text: string) -> { plain, hard };
@owner("desk") processor answer(text: string) -> (reply: string) { raises broken; }
processor study(text: string) -> (kind: string);
processor repair(text: string) -> (reply: string);
flow keep on Note {
  answer;
  try { route triage { plain => answer; hard => study -> answer; } } on broken { repair; }
}
"""

DEPLOYED = """\
mesh demo.run;
envelope Note { in text: string; out reply: string; }
processor answer(text: string) -> (reply: string) { timeout 10s; retry 2; concurrency 2; }
flow keep on Note sla 1h { answer; }
deploy prod for demo.run {
  namespace "x";
  transport nats { url "nats://n:4222"; monitoring "n:8222"; }
  state nats_kv;
  default {
    image "a/b:1";
    scale 1..4 per 7 cooldown 400s polling 15s activation 3;
    resources { cpu 500m; memory 1Gi; ephemeral 2Gi; limit { cpu 2; memory 3Gi; } }
  }
  pool writers { actors answer; }
  actor answer { timeout 300s; retry 5; concurrency 9; }
}
"""

# What Markdown and HTML would swallow or change.
MARKS = "`x` **b** _i_ ~~s~~ [l](m) ![i](n) \\ \\\\ &lt; &#65; https://a.b/c www.d.e f@g.h C:\\\\new <b> #35; x_y"


def marked():
    quoted = MARKS.replace("\\", "\\\\")
    return ("mesh demo.marks;\nenvelope E { in t: string; }\nprocessor p_q(t: string);\n"
            f'flow work on E {{ if t == "{quoted}" {{ p_q; }} }}\n')


def guarded(actors):
    declared = "".join(f"processor a{i}(b: bool) {{ raises broken; }}\n" for i in range(actors))
    calls = "".join(f"  try {{ a{i}; }} on broken {{ repair; }}\n" for i in range(actors))
    return ("mesh demo.large;\nenvelope E { in b: bool; }\nerror broken recoverable;\nprocessor repair(b: bool);\n"
            f"{declared}flow work on E {{\n{calls}}}\n")


def fetch(build, package):
    """Node, and the folder of what npm has brought."""
    cache = pathlib.Path(build).resolve() / "npm"
    done = subprocess.run(["cmake", f"-DCACHE={cache}", f"-DPACKAGE={package}", "-P", str(HERE / "fetch_browser.cmake")],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"FAILED: the driver of the browser cannot be fetched: {done.stderr}")
    return done.stdout.strip().splitlines()[-1], cache / "browser" / "node_modules"


def run(command, folder, text=None):
    done = subprocess.run([str(word) for word in command], cwd=folder, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"FAILED: {' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def draw(meshc, examples, folder):
    """desk.html, deployed.html, large.html, hostile.html, and diagrams of all examples, of the large mesh and of the hostile one."""
    (folder / "desk.flow").write_text(DESK)
    (folder / "large.flow").write_text(guarded(500))
    run([meshc, "run", "--stub", "--counts", "counts.json", "desk.flow"], folder, '{"text": "a"}\n')
    run([meshc, "graph", "desk.flow", "--overlay", "counts.json", "-o", "desk.html"], folder)
    (folder / "deployed.flow").write_text(DEPLOYED)
    run([meshc, "graph", "deployed.flow", "--deploy", "prod", "-o", "deployed.html"], folder)
    run([meshc, "graph", "large.flow", "-o", "large.html"], folder)
    run([meshc, "graph", "large.flow", "-o", "large.mmd"], folder)
    (folder / "marks.flow").write_text(marked())
    run([meshc, "graph", "marks.flow", "-o", "marks.mmd"], folder)
    (folder / "marks.txt").write_text(MARKS)
    (folder / "hostile.flow").write_text(hostile_flow(), newline="")
    run([meshc, "graph", "hostile.flow", "-o", "hostile.html"], folder)
    for level in ("mesh", "flow", "actor"):
        run([meshc, "graph", "hostile.flow", "--level", level, "-o", f"hostile-{level}.mmd"], folder)
    for flow in sorted(examples.glob("*/*.flow")):
        if "\nmesh " not in "\n" + flow.read_text():
            continue
        for level in ("mesh", "flow", "actor"):
            run([meshc, "graph", flow, "--level", level, "-o", folder / f"{flow.stem}-{level}.mmd"], folder)


def main():
    meshc, examples = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    browser = shutil.which("chromium")
    if browser is None:
        print("skipped: chromium is not installed")
        sys.exit(SKIPPED)
    node, modules = fetch(sys.argv[3], sys.argv[4])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        draw(meshc, examples, folder)
        environment = {**os.environ, "HOME": name, "MODULES": str(modules), "CHROMIUM": browser}
        for script in ("page_keys.mjs", "mermaid_reads.mjs"):
            done = subprocess.run([node, str(HERE / script)], cwd=folder, env=environment, capture_output=True, text=True,
                                  timeout=900, check=False)
            print(done.stdout, end="")
            if done.returncode != 0:
                sys.exit(f"FAILED: {script}: exit {done.returncode}\n{done.stderr}")


if __name__ == "__main__":
    main()
