#!/usr/bin/env python3
"""Times `meshc check` beside `protoc --descriptor_set_out` on as many lines, alternately, in one run.

    check_speed.py MESHC [--rounds N] [--lines N ...]

Prints the cold time of a 30-line file, then per size the lines per second of both and their ratio, and the time per
stage of the largest and its peak memory. Medians of the rounds; the ratio is taken pair by pair. Never a test: machines are noisy.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import generated_inputs

COLD = """\
mesh bench.cold;

record Order { id: string; amount: int; }

envelope Work {
  in order: Order;
  var draft: string = "";
  out reply: string;
}

error broken recoverable;

processor write(order: Order) -> (draft: string) {
  raises broken;
}
processor publish(draft: string) -> (reply: string);
router triage(order: Order) -> { fast, slow };

flow work on Work {
  route triage {
    fast => publish;
    slow => {
      write -> publish;
    }
  }
} on broken {
  publish;
}
"""


def peak_mebibytes(command):
    """Most memory that was resident at one time."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return usage.ru_maxrss / 1024


def seconds(command):
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr.decode()[:2000]}")
    return time.perf_counter() - start


def cold(meshc, folder, rounds):
    path = folder / "cold.flow"
    path.write_text(COLD)
    times = [seconds([meshc, "check", path]) for _ in range(5 * rounds)]
    base = [seconds(["true"]) for _ in range(5 * rounds)]
    print(f"cold check of {COLD.count(chr(10))} lines: {1e3 * statistics.median(times):.1f} ms "
          f"(starting `true`: {1e3 * statistics.median(base):.1f} ms)")


def compare(meshc, folder, lines, rounds):
    flow, proto = folder / f"mesh{lines}.flow", folder / f"schema{lines}.proto"
    flow.write_text(generated_inputs.mesh(lines))
    proto.write_text(generated_inputs.proto(lines))
    flow_lines, proto_lines = flow.read_text().count("\n"), proto.read_text().count("\n")
    pairs = []
    for _ in range(rounds):
        ours = seconds([meshc, "check", flow]) / flow_lines
        theirs = seconds(["protoc", f"-I{folder}", "--descriptor_set_out=/dev/null", proto]) / proto_lines
        pairs.append((ours, theirs))
    ours, theirs = (statistics.median(column) for column in zip(*pairs))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"{flow_lines:7d} lines: meshc {1 / ours:9,.0f} lines/s   protoc {1 / theirs:9,.0f} lines/s   "
          f"time per line {ratio:.2f}x protoc's")
    return flow


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meshc")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--lines", type=int, nargs="+", default=[10_000, 20_000, 40_000, 50_000])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cold(options.meshc, folder, options.rounds)
        for lines in options.lines:
            largest = compare(options.meshc, folder, lines, options.rounds)
        actors = largest.read_text().count("\nprocessor ") + largest.read_text().count("\nrouter ")
        print(f"peak memory of the largest, which has {actors} actors: "
              f"{peak_mebibytes([options.meshc, 'check', largest]):.0f} MiB")
        print("time per stage of the largest:", flush=True)
        subprocess.run([options.meshc, "check", "--stats", largest], stderr=subprocess.STDOUT, check=True)


if __name__ == "__main__":
    main()
