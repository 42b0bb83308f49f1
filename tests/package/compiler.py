#!/usr/bin/env python3
"""A launcher of C++ compilers that compiles nothing: it finds out which files are included, and notes the source.

    compiler.py CXX ARGUMENT…

Objects are empty, so that tests of what is built again take no time; the log is $MESHC_COMPILE_LOG.
"""
import os
import pathlib
import subprocess
import sys


def value_behind(arguments, option):
    return arguments[arguments.index(option) + 1] if option in arguments else None


def main():
    arguments = sys.argv[1:]
    target = value_behind(arguments, "-o")
    if "-c" not in arguments or target is None:
        sys.exit(subprocess.run(arguments).returncode)
    source = value_behind(arguments, "-c")
    if not target.endswith(".gch"):
        with open(os.environ["MESHC_COMPILE_LOG"], "a") as log:
            log.write(pathlib.Path(source).name + "\n")
    arguments[arguments.index("-c")] = "-E"
    arguments[arguments.index("-o") + 1] = os.devnull
    done = subprocess.run(arguments)
    if done.returncode == 0:
        subprocess.run([arguments[0], "-x", "c++", "-c", os.devnull, "-o", target], check=True)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
