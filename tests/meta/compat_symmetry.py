#!/usr/bin/env python3
"""Holds of every pair in tests/file/compat what holds of all pairs: compat_symmetry.py MESHC tests/file

What keeps the new version from serving the old one is what keeps the old one from serving the new one once they have
changed places, but for reserved names; no version keeps itself from anything; and the report is the same in another
folder and another locale.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ONE_WAY = {"reserved-reused", "reserved-removed", "unreserved"}


def parts_of(text):
    """{name: content} of the files that a test holds; the first is called new.flow."""
    pieces = re.split(r"^// --- (\S+)\n", text, flags=re.MULTILINE)
    return {"new.flow": pieces[0], **dict(zip(pieces[1::2], pieces[2::2]))}


def compare(meshc, folder, new, old, locale="C"):
    command = [meshc, "compat", new, "--against", old, "--require", "none", "--format", "json"]
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, env=dict(os.environ, LC_ALL=locale))
    if done.returncode != 0:
        raise SystemExit(f"{new} against {old} ends with {done.returncode}:\n{done.stderr}")
    return done.stdout


def findings(report, direction):
    return {(f["rule"], f["severity"], f["edge"], f["subject"]) for f in json.loads(report)["findings"]
            if f["direction"] == direction and f["rule"] not in ONE_WAY}


def problems(meshc, parts):
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        for folder in (one, other):
            for name, content in parts.items():
                pathlib.Path(folder, name).write_text(content, encoding="utf-8")
        there = compare(meshc, one, "new.flow", "old.flow")
        back = compare(meshc, one, "old.flow", "new.flow")
        for mine, theirs in (("backward", "forward"), ("forward", "backward")):
            difference = findings(there, mine) ^ findings(back, theirs)
            if difference:
                yield f"{mine} is not {theirs} the other way round: {sorted(difference)}"
        if json.loads(compare(meshc, one, "new.flow", "new.flow"))["findings"]:
            yield "it is at odds with itself"
        if compare(meshc, other, "new.flow", "old.flow", "C.UTF-8") != there:
            yield "its report depends on the folder or the locale"


def is_whole(meshc, path):
    """Whether the file compiles by itself and names a mesh."""
    return b"\nmesh " in b"\n" + path.read_bytes() and subprocess.run(
        [meshc, "check", "--stop-after", "table", path], capture_output=True).returncode == 0


def is_at_odds(meshc, path):
    report = subprocess.run([meshc, "compat", path, "--against", path, "--format", "json"], capture_output=True)
    return report.returncode != 0 or json.loads(report.stdout)["findings"]


def main():
    meshc, failed, held = str(pathlib.Path(sys.argv[1]).resolve()), 0, 0
    for path in sorted(pathlib.Path(sys.argv[2], "compat").rglob("*.flow")):
        parts = parts_of(path.read_text(encoding="utf-8"))
        # Versions that cannot be compared stand in the folder of reports.
        if "old.flow" not in parts or path.parent.name == "report":
            continue
        held += 1
        for problem in problems(meshc, parts):
            failed += 1
            print(f"{path}: {problem}")
    meshes = [path for path in sorted(pathlib.Path(sys.argv[2]).rglob("*.flow")) if is_whole(meshc, path)]
    for path in meshes:
        if is_at_odds(meshc, path):
            failed += 1
            print(f"{path}: it is at odds with itself")
    print(f"{held} pairs, {len(meshes)} meshes, {failed} problems")
    return 1 if failed or not held or not meshes else 0


if __name__ == "__main__":
    sys.exit(main())
