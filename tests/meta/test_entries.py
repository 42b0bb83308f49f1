#!/usr/bin/env python3
"""Fails on tests that no entry of CTest runs: test_entries.py BUILD

Where the tests of a program are spread over several entries, their filters together have to select all tests, and each
filter some.
"""
import collections
import json
import subprocess
import sys

FILTER = "--gtest_filter="


def filters_of(build):
    """By program, the filters of its entries."""
    told = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True, capture_output=True, text=True).stdout
    filters = collections.defaultdict(list)
    for test in json.loads(told)["tests"]:
        words = test.get("command", [])
        for program, word in zip(words, words[1:]):
            if word.startswith(FILTER):
                filters[program].append(word.removeprefix(FILTER))
    return filters


def tests_of(program, selected="*"):
    told = subprocess.run([program, "--gtest_list_tests", FILTER + selected], check=True, capture_output=True, text=True).stdout
    suite = ""
    for line in told.splitlines():
        name = line.split("#")[0].rstrip()
        if not line.startswith(" "):
            suite = name
        else:
            yield suite + name.strip()


def problems(build):
    for program, filters in filters_of(build).items():
        run = set()
        for selected in filters:
            tests = set(tests_of(program, selected))
            if not tests:
                yield f"{program}: {selected} selects no test"
            run |= tests
        yield from (f"{program}: no entry runs {test}" for test in sorted(set(tests_of(program)) - run))


def main():
    found = list(problems(sys.argv[1]))
    print("\n".join(found) if found else "every test is run by an entry")
    return 1 if found else 0


sys.exit(main())
