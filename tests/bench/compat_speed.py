#!/usr/bin/env python3
"""Holds the processor time of `meshc compat` beside `meshc check --stop-after table` of one source, in one run.

    compat_speed.py MESHC [--rounds N] [--actors N] [--lines N] [--buf BUF]

Prints, for a mesh of so many actors and for so many lines of records, both times, the ratio of comparing two sources
(wanted: at most 2.5) and that of comparing with a lock (at most 1.6), and the size of the lock. Medians of the rounds.

With `--buf` also how much more processor time and memory `buf breaking` takes for two .proto files of as many lines of
messages (wanted: at least 7x and 6x). To fetch it into a folder of builds:

    npm install --ignore-scripts --prefix build/buf @bufbuild/buf
    compat_speed.py MESHC --buf build/buf/node_modules/@bufbuild/buf-linux-x64/bin/buf
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile

import generated_inputs

ACTORS_PER_BLOCK = 6


def records(lines):
    """One input that holds many records of 36 members each."""
    count = max(1, lines // 38)
    members = "".join(f"  m{i}: string(1..40);\n" for i in range(36))
    return ("mesh bench.records;\n\n" + "".join(f"record R{n} {{\n{members}}}\n" for n in range(count))
            + "record All {\n" + "".join(f"  r{n}: R{n};\n" for n in range(count))
            + "}\nenvelope Work {\n  in all: All;\n  out reply: string;\n}\n"
            "processor write(all: All) -> (reply: string);\nflow work on Work {\n  write;\n}\n")


def messages(lines):
    """One .proto that holds many messages of 36 members each."""
    members = "".join(f"  string m{i} = {i + 1};\n" for i in range(36))
    return 'syntax = "proto3";\npackage bench.v1;\n' + "".join(
        f"message R{n} {{\n{members}}}\n" for n in range(max(1, lines // 38)))


def usage_of(command):
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed")
    return usage


def cpu(command):
    usage = usage_of(command)
    return usage.ru_utime + usage.ru_stime


def beside_buf(meshc, buf, folder, lines, rounds):
    """Of the two folders of records that `measure` has written."""
    for version in ("old", "new"):
        (folder / "proto" / version).mkdir(parents=True)
        (folder / "proto" / version / "records.proto").write_text(
            messages(lines).replace("m0 = 1;", "m0 = 1;\n  string more = 99;" if version == "new" else "m0 = 1;"))
    ours = [meshc, "compat", folder / "new/mesh.flow", "--against", folder / "old/mesh.flow"]
    theirs = [buf, "breaking", folder / "proto/new", "--against", folder / "proto/old"]
    rows = [(usage_of(ours), usage_of(theirs)) for _ in range(rounds)]
    time = statistics.median((b.ru_utime + b.ru_stime) / (a.ru_utime + a.ru_stime) for a, b in rows)
    memory = statistics.median(b.ru_maxrss / a.ru_maxrss for a, b in rows)
    print(f"`buf breaking` on {lines} lines of messages: {time:.1f}x the processor time, {memory:.1f}x the memory")


def measure(meshc, folder, name, text, changed, rounds):
    for version, source in (("old", text), ("new", changed)):
        (folder / version).mkdir(parents=True)
        (folder / version / "mesh.flow").write_text(source)
    old, new = folder / "old/mesh.flow", folder / "new/mesh.flow"
    subprocess.run([meshc, "lock", old], check=True, stderr=subprocess.DEVNULL)
    lock = folder / "old/mesh.lock"
    rows = [(cpu([meshc, "check", "--stop-after", "table", new]), cpu([meshc, "compat", new, "--against", old]),
             cpu([meshc, "compat", new, "--against", lock])) for _ in range(rounds)]
    one, two, locked = (statistics.median(column) for column in zip(*rows))
    print(f"{name}: check {one:.3f} s   two sources {two:.3f} s, {statistics.median(b / a for a, b, _ in rows):.2f}x   "
          f"against a lock {locked:.3f} s, {statistics.median(c / a for a, _, c in rows):.2f}x   "
          f"lock {lock.stat().st_size / 1000:.0f} kB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meshc")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--actors", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=38_000)
    parser.add_argument("--buf", help="the program buf; without it there is no row beside it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = options.actors / ACTORS_PER_BLOCK * generated_inputs.MESH_BLOCK.count("\n")
        mesh = generated_inputs.mesh(round(lines))
        measure(options.meshc, folder / "actors", f"{options.actors} actors", mesh,
                mesh.replace('in locale: string = "en";', 'in locale: string = "en";\n  in note: string?;'), options.rounds)
        text = records(options.lines)
        measure(options.meshc, folder / "records", f"{options.lines} lines of records", text,
                text.replace("  m0: string(1..40);\n", "  m0: string(1..40);\n  more: string?;\n"), options.rounds)
        if options.buf:
            beside_buf(options.meshc, options.buf, folder / "records", options.lines, options.rounds)


if __name__ == "__main__":
    main()
