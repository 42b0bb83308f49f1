#!/usr/bin/env python3
"""Processor time of pictures of guarded actors beside `meshc check` of the same file, alternately, in one run.

    graph_speed.py MESHC [--rounds N]

An actor that raises is the case where arrows of errors could outgrow the rest: all in one guarded block, and each in one of
its own. Goals: SVG of 500 within 2 s, DOT of 2,000 within 3 times `check`. Medians of the rounds, of ratios too. Never a test:
machines are noisy.
"""
import argparse
import pathlib
import statistics
import tempfile

import generated_inputs
from compat_speed import cpu


def row(meshc, folder, actors, together, formats, rounds):
    flow = folder / f"guarded{actors}{together}.flow"
    flow.write_text(generated_inputs.guarded(actors, together))
    where = "one block" if together else "own blocks"
    times = {name: [] for name in ["check", *formats]}
    for _ in range(rounds):
        times["check"].append(cpu([meshc, "check", flow]))
        for name in formats:
            times[name].append(cpu([meshc, "graph", "--format", name, flow]))
    for name in formats:
        time = statistics.median(times[name])
        ratio = statistics.median(picture / check for picture, check in zip(times[name], times["check"]))
        print(f"{actors:5d} guarded actors, {where:10s}: {name:7s} {1e3 * time:7.0f} ms   {ratio:5.1f}x check")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meshc")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for together in (True, False):
            row(options.meshc, folder, 500, together, ["svg"], options.rounds)
            row(options.meshc, folder, 2000, together, ["dot", "mermaid", "json"], options.rounds)


if __name__ == "__main__":
    main()
