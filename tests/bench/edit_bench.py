#!/usr/bin/env python3
"""Times what an editor waits for: `meshc lsp` over its real framing, beside a full `meshc check` and beside `buf lsp
serve` on a schema as long, in the same run.

    edit_bench.py MESHC [--rounds N] [--lines N ...] [--files N ...] [--memory EDITS] [--without-buf]

Per row: milliseconds from the last byte of the edit to the last byte of the answer (p50, p95, p99), the server's CPU per edit (mean
and p95), each as a share of a full check's, and what p95 shall be at most on an idle machine. On a busy one the CPU tells: a full
check of 10,000 lines takes 29 ms where the goals come from. Edits are those of typing.json,
which were recorded in VS Code: letter by letter, with what the editor closes and indents by itself. buf takes whole
texts only, checks names and types but no paths, and is given letters in one name after another; it is fetched by npm,
once, to the folder of the build. Never a test: machines are noisy.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import generated_inputs
from editor_client import Client, Document, Typing

BUF = ("@bufbuild/buf-linux-x64", "1.75.0")
BUF_ROUNDS = 50  # Each takes long.

# What p95 shall be at most on an idle machine, in milliseconds, by row and lines.
GOALS = {
    "findings after an edit in a flow": {1_000: 5, 10_000: 20, 50_000: 50},
    "findings after an edit in a scenario": {1_000: 5, 10_000: 20, 50_000: 50},
    "findings after a change of a declaration": {1_000: 5, 10_000: 20, 50_000: 150},
    "right after an edit": {1_000: 3, 10_000: 10, 50_000: 30},
    "semantic tokens of 100 lines after an edit": {1_000: 2, 10_000: 5, 50_000: 15},
    "folding after an edit": {1_000: 2, 10_000: 5, 50_000: 15},
    "start to first findings": {1_000: 20, 10_000: 60, 50_000: 300},
}

SCENARIO = """
scenario "orders of domain 0" for work0 {
  given { order: { id: "a", amount: 1, tags: [] } };
  stub triage0 chooses fast;
  stub publish0 returns { reply: "done" };
  expect visits classify0, triage0, publish0;
}
"""


class Table:
    """The rows of one text, beside the CPU of a full check; 0: there is none. `cpu` holds what each row took of it."""

    def __init__(self, lines, check_cpu):
        self.lines, self.check_cpu, self.cpu = lines, check_cpu, {}

    def row(self, name, times, cpus):
        at = lambda values, share: 1e3 * sorted(values)[min(len(values) - 1, int(share * len(values)))]
        goal = next((g[self.lines] for key, g in GOALS.items() if name.endswith(key) and self.lines in g), None)
        self.cpu[name] = sum(cpus) / len(cpus)
        share = lambda cpu: f" ({100 * cpu / 1e3 / self.check_cpu:3.0f} %)" if self.check_cpu else ""
        print(f"  {name:44s} p50 {at(times, .5):7.2f}  p95 {at(times, .95):7.2f}  p99 {at(times, .99):7.2f} ms   CPU"
              f" {1e3 * self.cpu[name]:6.2f}{share(1e3 * self.cpu[name])}  p95 {at(cpus, .95):6.2f}{share(at(cpus, .95))} ms"
              + (f"   goal {goal} ms" if goal else ""), flush=True)

    def measure(self, name, client, rounds, act, settle=lambda: None):
        """`settle`: after each, until the server has nothing left to do, as it has when somebody types."""
        times, cpus = [], []
        for index in range(rounds):
            before = client.cpu_seconds()
            act(index)
            times.append(time.perf_counter() - client.sent)
            cpus.append(client.cpu_seconds() - before)
            settle()
        self.row(name, times, cpus)

    def measure_starts(self, start, rounds=5):
        """The session that was started last."""
        times, cpus = [], []
        for index in range(rounds):
            begin = time.perf_counter()
            client, document = start()
            times.append(time.perf_counter() - begin)
            cpus.append(client.cpu_seconds())
            if index + 1 < rounds:
                client.end()
        self.row("start to first findings", times, cpus)
        return client, document


def full_check(meshc, path, rounds=5):
    """Medians of seconds and of CPU seconds, and the peak in MiB."""
    times, cpus, peak = [], [], 0
    for _ in range(rounds):
        start = time.perf_counter()
        check = subprocess.Popen([meshc, "check", path], stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(check.pid, 0)
        if status:
            sys.exit(f"meshc check {path} fails")
        times.append(time.perf_counter() - start)
        cpus.append(usage.ru_utime + usage.ru_stime)
        peak = max(peak, usage.ru_maxrss / 1024)
    return statistics.median(times), statistics.median(cpus), peak


def findings_after(typing):
    def act(_):
        typing.type()
        typing.document.client.findings(typing.document.version)
    return act


def ask_after(typing, method):
    """Completion where the cursor is, as when it is asked for by typing; the others at a name nearby."""
    document = typing.document

    def act(_):
        typing.type()
        line, column = typing.cursor
        if method != "completion":
            line = next(at for at in range(line, 0, -1) if "classify" in document.lines[at])
            column = document.lines[line].find("classify") + 2
        document.client.ask(f"textDocument/{method}", document.at(line, column))
    return act


def ask_of_part(typing, method):
    document = typing.document

    def act(index):
        typing.type()
        line = index * 7919 % max(1, len(document.lines) - 100)
        document.client.ask(f"textDocument/{method}", {"textDocument": {"uri": document.uri}, "range": {
            "start": {"line": line, "character": 0}, "end": {"line": line + 100, "character": 0}}})
    return act


def split(text, files):
    """The same declarations in a root and parts that it imports."""
    blocks = text.split("/// The order of")[1:]
    files = min(files, len(blocks) + 1)
    texts = {}
    for number in range(files - 1):
        texts[f"part{number}.flow"] = "".join("/// The order of" + b for b in blocks[number::files - 1])
    texts["bench.flow"] = "mesh bench.generated;\n" + "".join(f'import "{name}";\n' for name in texts)
    return texts


class Bench:
    """One mesh of so many lines and files."""

    def __init__(self, meshc, folder, lines, files):
        self.meshc, self.folder = meshc, folder
        text = generated_inputs.mesh(lines)
        texts = {"bench.flow": text} if files == 1 else split(text, files)
        self.opened = "bench.flow" if files == 1 else "part0.flow"
        if files == 1:
            texts["bench.flow"] += SCENARIO
        for name, part in texts.items():
            (folder / name).write_text(part)
        seconds, check_cpu, self.peak = full_check(meshc, folder / "bench.flow")
        print(f"{lines} lines, {files} file(s): a full check takes {1e3 * seconds:.1f} ms, "
              f"CPU {1e3 * check_cpu:.1f} ms, {self.peak:.0f} MiB")
        self.table = Table(lines, check_cpu)

    def start(self):
        client = Client([self.meshc, "lsp"], self.folder)
        document = Document(client, self.folder / self.opened, "meshflow")
        client.findings(1)
        return client, document

    def run(self, takes, rounds, memory_edits):
        client, document = self.table.measure_starts(self.start)
        typing = {name: Typing(document, **take) for name, take in takes.items()}

        def measure(name, act, settle=lambda: None):
            self.table.measure(name, client, rounds, act, settle)
            for each in typing.values():  # Nobody else may type in a text in which something is half typed.
                each.take_back()

        measure("findings after an edit in a flow", findings_after(typing["flow"]))
        if document.lines_with(takes["scenario"]["behind"]):
            measure("findings after an edit in a scenario", findings_after(typing["scenario"]))
        measure("findings after a change of a declaration", findings_after(typing["declaration"]))
        settle = lambda: client.findings(document.version)
        for method in ("completion", "hover", "definition", "signatureHelp"):
            measure(f"{method} right after an edit", ask_after(typing["flow"], method), settle)
        measure("semantic tokens of 100 lines after an edit", ask_of_part(typing["flow"], "semanticTokens/range"), settle)
        measure("folding after an edit", ask_of_part(typing["flow"], "foldingRange"), settle)
        self.tell_memory(client, "now")
        if memory_edits:
            self.measure_memory(client, document, memory_edits)
        client.end()

    def measure_memory(self, client, document, edits):
        """The text grows by nothing: each letter is taken back."""
        places = document.lines_with("    set draft = \"small")
        for index in range(edits):
            line = places[index // 2 * 7919 % len(places)]
            column = document.lines[line].find("small") + 5
            document.change((line, column), (line, column + index % 2), "" if index % 2 else "y")
            client.findings(document.version)
            if index + 1 in (100, edits):
                self.tell_memory(client, f"after {index + 1} more edits")

    def tell_memory(self, client, when):
        resident = client.resident_mebibytes()
        print(f"  resident {when}: {resident:.0f} MiB, {resident / self.peak:.1f} times a full check's   goal 3.0", flush=True)


def fetch(package, version, cache):
    """The folder of an npm package; none, with a word why, where npm or its registry cannot be reached."""
    name = package.lstrip("@").replace("/", "-") + "-" + version
    folder = cache / name
    if not (folder / "package").exists():
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["npm", "pack", "--silent", f"{package}@{version}"], cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"no rows of buf: npm cannot fetch it: {done.stderr}")
            return None
        subprocess.run(["tar", "xzf", f"{name}.tgz"], cwd=folder, check=True)
    return folder / "package"


def bench_buf(buf, folder, lines, rounds):
    """What `buf lsp serve` takes for an edit: it tells what is wrong with syntax and names, then what its rules find."""
    (folder / "bench.proto").write_text(generated_inputs.proto(lines))
    (folder / "buf.yaml").write_text("version: v2\n")
    print(f"{lines} lines: buf lsp serve")
    table = Table(0, 0)

    def both(document):
        document.client.findings(document.version)
        document.client.findings(document.version)

    def start():
        client = Client([buf, "lsp", "serve"], folder)
        document = Document(client, folder / "bench.proto", "proto")
        both(document)
        return client, document

    client, document = table.measure_starts(start)
    places = document.lines_with("string locale")
    firsts = []

    def act(index):
        line = places[index * 7919 % len(places)]
        column = document.lines[line].find(" = ")
        document.change((line, column), (line, column), "x")
        document.client.findings(document.version)
        firsts.append(time.perf_counter() - client.sent)
        document.client.findings(document.version)
    table.measure("findings after an edit in a message", client, rounds, act)
    print(f"  of these the first, of syntax and names, came after {1e3 * statistics.median(firsts):.2f} ms")
    print(f"  resident now: {client.resident_mebibytes():.0f} MiB", flush=True)
    client.end()
    return table.cpu["findings after an edit in a message"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meshc")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--lines", type=int, nargs="+", default=[1_000, 10_000, 50_000])
    parser.add_argument("--files", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--memory", type=int, default=0, metavar="EDITS")
    parser.add_argument("--without-buf", action="store_true")
    options = parser.parse_args()
    meshc = pathlib.Path(options.meshc).resolve()
    takes = json.loads((pathlib.Path(__file__).parent / "typing.json").read_text())
    package = None if options.without_buf else fetch(*BUF, meshc.parent.parent / "npm")
    for lines in options.lines:
        theirs = 0
        if package:
            with tempfile.TemporaryDirectory() as name:
                theirs = bench_buf(package / "bin" / "buf", pathlib.Path(name), lines, min(options.rounds, BUF_ROUNDS))
        for files in options.files:
            with tempfile.TemporaryDirectory() as name:
                bench = Bench(str(meshc), pathlib.Path(name), lines, files)
                bench.run(takes, options.rounds, options.memory)
                ours = bench.table.cpu["findings after an edit in a flow"]
                if theirs:
                    print(f"  CPU per edit in a flow: {100 * ours / theirs:.0f} % of buf's   goal 10 %", flush=True)


if __name__ == "__main__":
    main()
