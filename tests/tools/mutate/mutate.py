#!/usr/bin/env python3
"""Puts faults into a copy of the sources, one at a time, and tells which tests notice them.

  mutate.py --check TREE                 the list alone: every text stands where it says
  mutate.py TREE --work DIR [options]    tries the faults; goes on where an earlier run has stopped

Results stand in DIR/results.json. A fault whose code does not compile is a mistake of the list."""
import argparse
import json
import pathlib
import re
import sys
import time

# Nothing is written beside the sources.
sys.dont_write_bytecode = True

import fault_list
import scratch
import suites


CLEAN_LIMIT = 1200  # Seconds, for a suite of which nothing is known yet.


class Results:
    """What is known of each fault, written after each of them."""

    def __init__(self, path, fresh):
        self.path = path
        known = json.loads(path.read_text()) if path.is_file() and not fresh else {}
        self.faults = known.get("faults", {})
        self.clean = known.get("clean", {})

    def of(self, fault):
        entry = self.faults.get(fault.name)
        return entry if entry and entry["key"] == fault.key() else {"key": fault.key(), "passed": []}

    def keep(self, fault, entry):
        self.faults[fault.name] = entry
        self.write()

    def write(self):
        text = json.dumps({"clean": self.clean, "faults": self.faults}, indent=1, sort_keys=True)
        self.path.write_text(text + "\n")


class Trial:
    def __init__(self, tree, results, digest):
        self.tree = tree
        self.results = results
        self.digest = digest
        self.targets = tree.targets()

    def seconds_on_clean(self, suite):
        """How long the suite takes without a fault; it has to pass."""
        known = self.results.clean.get(suite.name, {})
        if known.get("digest") != self.digest:
            complaint = self.tree.compile([suite])
            if complaint:
                sys.exit(f"{suite.name} cannot be built:\n{complaint}")
            failed, took = self.tree.run(suite, CLEAN_LIMIT)
            if failed:
                sys.exit(f"without any fault {suite.name} fails already: {', '.join(failed)}")
            known = {"digest": self.digest, "seconds": round(took, 1)}
            self.results.clean[suite.name] = known
            self.results.write()
        return known["seconds"]

    def asked(self, suite):
        """What fails because of the fault: what passes when it is asked again is not counted."""
        failed, _ = self.tree.run(suite, 20 * self.seconds_on_clean_known(suite))
        if failed and suite.is_gtest and not failed[0].endswith(("fails", "hangs")):
            again, _ = self.tree.run(suite, 20 * self.seconds_on_clean_known(suite), failed)
            failed = again
        return failed

    def seconds_on_clean_known(self, suite):
        return self.results.clean[suite.name]["seconds"]

    def try_fault(self, fault, most_steps):
        """Until one suite notices it; hands on what is known of it now."""
        entry = self.results.of(fault)
        ladder = suites.ladder_of(fault.file, self.targets)[:most_steps]
        steps = [[suite for suite in step if suite.name not in entry["passed"]] for step in ladder]
        for suite in (suite for step in steps for suite in step):
            if suite.name not in self.results.clean or \
                    self.results.clean[suite.name].get("digest") != self.digest:
                self.seconds_on_clean(suite)
        source = self.tree.tree / fault.file
        clean = source.read_text()
        source.write_text(fault.applied_to(clean))
        try:
            for step in filter(None, steps):
                complaint = self.tree.compile(step)
                if complaint:
                    return entry | {"verdict": "does not compile", "by": [complaint]}
                for suite in step:
                    failed = self.asked(suite)
                    if failed:
                        return entry | {"verdict": "found", "by": [suite.name] + failed[:5]}
                    entry["passed"].append(suite.name)
            return entry | {"verdict": "not found", "by": []}
        finally:
            source.write_text(clean)


def tell(faults, results, least):
    """The score of what was tried; the exit code."""
    entries = [(fault, results.of(fault)) for fault in faults]
    tried = [(fault, entry) for fault, entry in entries if "verdict" in entry]
    found = [entry for _, entry in tried if entry["verdict"] == "found"]
    for fault, entry in tried:
        if entry["verdict"] != "found":
            print(f"{entry['verdict']}: {fault.name} ({fault.file}), passed {', '.join(entry['passed'])}")
    by = {}
    for entry in found:
        by[entry["by"][0]] = by.get(entry["by"][0], 0) + 1
    print("; ".join(f"{suite} {count}" for suite, count in sorted(by.items(), key=lambda item: -item[1])))
    score = 100 * len(found) / len(tried) if tried else 0
    print(f"{len(found)} of {len(tried)} faults were found, {score:.1f} %; {len(faults)} are listed")
    return 0 if score >= least else 1


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--work", type=pathlib.Path, help="a folder of its own, outside of the tree")
    parser.add_argument("--only", default="", help="faults whose name or file matches this expression")
    parser.add_argument("--steps", type=int, default=99, help="so many steps of each ladder; the first is cheap")
    parser.add_argument("--again", action="store_true", help="try those once more that were not found")
    parser.add_argument("--fresh", action="store_true", help="forget the verdicts of earlier runs: sources have changed")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no fault after that")
    parser.add_argument("--least", type=float, default=0, help="fail where less per cent are found")
    parser.add_argument("--preset", default="release")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main():
    arguments = parse()
    faults = fault_list.read_faults()
    problems = list(fault_list.problems_of(arguments.tree, faults))
    if problems:
        print("\n".join(problems))
        return 1
    if arguments.check:
        print(f"{len(faults)} faults, each where it says")
        return 0
    if arguments.work is None:
        sys.exit("--work names the folder for the copy and its results")
    faults = [fault for fault in faults if re.search(arguments.only, f"{fault.name} {fault.file}")]
    tree = scratch.scratch_of(arguments.tree, arguments.work, arguments.preset, arguments.jobs)
    results = Results(arguments.work / "results.json", arguments.fresh)
    trial = Trial(tree, results, tree.prepare())
    end = time.monotonic() + 60 * arguments.minutes
    for fault in faults:
        entry = results.of(fault)
        if entry.get("verdict") == "found" or time.monotonic() > end:
            continue
        if arguments.again:
            entry["passed"] = []
            results.keep(fault, entry)
        entry = trial.try_fault(fault, arguments.steps)
        results.keep(fault, entry)
        print(f"{entry['verdict']}: {fault.name}: {', '.join(entry['by'])[:200]}", flush=True)
    return tell(faults, results, arguments.least)


sys.exit(main())
