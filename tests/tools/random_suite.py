#!/usr/bin/env python3
"""Runs a random test on a seed that no run has had before: random_suite.py NAME PROGRAM COUNT [ARGUMENT ...]

Prints the command that repeats it. MESHC_TEST_SEED names the seed instead. Seeds that have once failed stand in
past_failures.txt beside this script, a line each with NAME and the seed, and are checked in every run.
"""
import os
import pathlib
import random
import subprocess
import sys

PAST_FAILURES = pathlib.Path(__file__).with_name("past_failures.txt")
MOST = 2**31


def past_seeds(name):
    lines = [line.split() for line in PAST_FAILURES.read_text().splitlines() if line and not line.startswith("#")]
    return [int(seed) for of, seed in lines if of == name]


def run(program, seed, count, arguments):
    command = [program, "--seed", str(seed), "--count", str(count), *arguments]
    print(" ".join(command), flush=True)
    return subprocess.run(command, check=False).returncode


def main(name, program, count, *arguments):
    seed = int(os.environ.get("MESHC_TEST_SEED") or random.SystemRandom().randrange(MOST))
    codes = [run(program, past, 1, arguments) for past in past_seeds(name)]
    return max([*codes, run(program, seed, count, arguments)], key=abs)


sys.exit(main(*sys.argv[1:]))
