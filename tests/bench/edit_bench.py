#!/usr/bin/env python3
"""Times what an editor waits for: `meshc lsp` over its real framing, beside a full `meshc check` in the same run.

    edit_bench.py MESHC [--rounds N] [--lines N ...] [--files N] [--memory EDITS]

Per row: milliseconds from the last byte of the edit to the last byte of the answer (p50, p95, p99), the server's CPU per edit, that
CPU as a share of a full check's, and what p95 shall be at most on an idle machine.
Edits are letters typed at changing places, so no two texts are the same. Never a test: machines are noisy.
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


class Client:
    """An editor's side of a session."""

    def __init__(self, meshc, folder):
        self.process = subprocess.Popen([meshc, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.folder = folder
        self.requests = 0
        self.ask("initialize", {"rootUri": folder.as_uri(), "capabilities": {
            "general": {"positionEncodings": ["utf-8"]}, "textDocument": {"publishDiagnostics": {}}}})
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            length = int(line.split(b":")[1])
        if not length:
            sys.exit("the server has ended")
        return self.process.stdout.read(length)

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.requests += 1
        self.send({"id": self.requests, "method": method, "params": params})
        while True:
            body = self.read()
            if b'"publishDiagnostics"' not in body and json.loads(body).get("id") == self.requests:
                return body

    def findings(self):
        while b'publishDiagnostics' not in (body := self.read()):
            pass
        return json.loads(body)["params"]["diagnostics"]

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mebibytes(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.wait()


class Document:
    """A text and where letters are typed in it."""

    def __init__(self, client, path):
        self.client, self.uri = client, path.as_uri()
        self.lines = path.read_text().split("\n")
        self.version = 1
        client.tell("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "meshflow", "version": 1, "text": path.read_text()}})

    def lines_with(self, word):
        return [number for number, line in enumerate(self.lines) if word in line]

    def type(self, line, column, text):
        self.version += 1
        at = {"line": line, "character": column}
        self.client.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": at, "end": at}, "text": text}]})
        self.lines[line] = self.lines[line][:column] + text + self.lines[line][column:]

    def place(self, line, word):
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": self.lines[line].find(word) + 2}}


# What p95 shall be at most on an idle machine, in milliseconds, by row and lines.
GOALS = {
    "findings after an edit in a flow": {1_000: 5, 10_000: 20, 50_000: 50},
    "findings after a change of a declaration": {1_000: 5, 10_000: 20, 50_000: 150},
    "right after an edit": {1_000: 3, 10_000: 10, 50_000: 30},
    "semantic tokens of 100 lines after an edit": {1_000: 2, 10_000: 5, 50_000: 15},
    "folding after an edit": {1_000: 2, 10_000: 5, 50_000: 15},
    "start to first findings": {1_000: 20, 10_000: 60, 50_000: 300},
}


class Table:
    """The rows of one text, beside the CPU of a full check."""

    def __init__(self, lines, check_cpu):
        self.lines, self.check_cpu = lines, check_cpu

    def row(self, name, times, cpu):
        ordered = sorted(times)
        at = lambda share: 1e3 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]
        goal = next((g[self.lines] for key, g in GOALS.items() if name.endswith(key) and self.lines in g), None)
        each = cpu / len(times)
        print(f"  {name:44s} p50 {at(.5):7.2f}  p95 {at(.95):7.2f}  p99 {at(.99):7.2f} ms   CPU {1e3 * each:7.2f} ms "
              f"({100 * each / self.check_cpu:3.0f} %)" + (f"   goal {goal} ms" if goal else ""), flush=True)

    def measure(self, name, client, rounds, act):
        times, before = [], client.cpu_seconds()
        for index in range(rounds):
            start = time.perf_counter()
            act(index)
            times.append(time.perf_counter() - start)
        self.row(name, times, client.cpu_seconds() - before)


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


def start(meshc, folder, name):
    """A session that has told its first findings."""
    client = Client(meshc, folder)
    document = Document(client, folder / name)
    client.findings()
    return client, document


def edit_in(document, word, text):
    """Types `text` behind the word of one line after another; waits for the findings."""
    places = document.lines_with(word)

    def act(index):
        line = places[index * 7919 % len(places)]
        document.type(line, document.lines[line].find(word) + len(word), text)
        document.client.findings()
    return act


def ask_after_edit(document, word, method):
    places = document.lines_with(word)

    def act(index):
        line = places[index * 7919 % len(places)]
        document.type(line, 0, " ")
        document.client.ask(method, document.place(line, word))
    return act


def ask_of_part(document, method):
    def act(index):
        document.type(3, 0, " ")
        line = index * 7919 % max(1, len(document.lines) - 100)
        document.client.ask(method, {"textDocument": {"uri": document.uri}, "range": {
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


def bench(meshc, folder, lines, files, rounds, memory_edits):
    text = generated_inputs.mesh(lines)
    texts = {"bench.flow": text} if files == 1 else split(text, files)
    for name, part in texts.items():
        (folder / name).write_text(part)
    seconds, check_cpu, peak = full_check(meshc, folder / "bench.flow")
    print(f"{lines} lines, {files} file(s): a full check takes {1e3 * seconds:.1f} ms, "
          f"CPU {1e3 * check_cpu:.1f} ms, {peak:.0f} MiB")
    table = Table(lines, check_cpu)
    starts, cpu = [], 0
    for _ in range(5):
        begin = time.perf_counter()
        client, document = start(meshc, folder, "bench.flow" if files == 1 else "part0.flow")
        starts.append(time.perf_counter() - begin)
        cpu += client.cpu_seconds()
        if len(starts) < 5:
            client.end()
    table.row("start to first findings", starts, cpu)
    table.measure("findings after an edit in a flow", client, rounds, edit_in(document, "set draft = \"large", "x"))
    table.measure("findings after a change of a declaration", client, rounds,
                  edit_in(document, "  tags: [string](..2", "1"))
    for method in ("completion", "hover", "definition", "signatureHelp"):
        table.measure(f"{method} right after an edit", client, rounds,
                      ask_after_edit(document, "classify", f"textDocument/{method}"))
    table.measure("semantic tokens of 100 lines after an edit", client, rounds,
                  ask_of_part(document, "textDocument/semanticTokens/range"))
    table.measure("folding after an edit", client, rounds, ask_of_part(document, "textDocument/foldingRange"))
    print(f"  resident {client.resident_mebibytes():.0f} MiB")
    if memory_edits:
        act = edit_in(document, "set draft = \"small", "y")
        for index in range(memory_edits):
            act(index)
            if index + 1 in (100, memory_edits):
                print(f"  resident after {index + 1} more edits: {client.resident_mebibytes():.0f} MiB", flush=True)
    client.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meshc")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--lines", type=int, nargs="+", default=[1_000, 10_000, 50_000])
    parser.add_argument("--files", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--memory", type=int, default=0, metavar="EDITS")
    options = parser.parse_args()
    meshc = str(pathlib.Path(options.meshc).resolve())
    for lines in options.lines:
        for files in options.files:
            with tempfile.TemporaryDirectory() as name:
                bench(meshc, pathlib.Path(name), lines, files, options.rounds, options.memory)


if __name__ == "__main__":
    main()
