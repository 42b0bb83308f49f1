"""An editor's side of a session with a language server, for benchmarks."""
import json
import os
import pathlib
import subprocess
import sys
import time

LEAVE = 1  # Seconds that a server takes to leave.


class Client:
    """`command` speaks the protocol on its streams. `sent` is when the last byte of the last edit had gone."""

    def __init__(self, command, folder):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        cwd=folder)
        self.requests = 0
        self.sent = time.perf_counter()
        answer = self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {
            "general": {"positionEncodings": ["utf-8"]}, "textDocument": {"publishDiagnostics": {"versionSupport": True}}}})
        synced = json.loads(answer)["result"]["capabilities"]["textDocumentSync"]
        self.takes_changes = (synced if isinstance(synced, int) else synced["change"]) == 2
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":", 1)
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            sys.exit("the server has ended")
        body = self.process.stdout.read(length)
        if b'"method":' in body and b'"id":' in body:  # What a server asks of the editor is answered by nothing.
            message = json.loads(body)
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
        return body

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.requests += 1
        self.send({"id": self.requests, "method": method, "params": params})
        while True:
            body = self.read()
            if b'"method":' not in body and json.loads(body).get("id") == self.requests:
                return body

    def findings(self, version=None):
        """The next that are told; with a version, the next of that text."""
        while True:
            body = self.read()
            if b"publishDiagnostics" not in body:
                continue
            params = json.loads(body)["params"]
            if version is None or params.get("version") == version:
                return params["diagnostics"]

    def cpu_seconds(self):
        """Of all threads, to the nanosecond where the kernel counts them so."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        try:
            return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9
        except OSError:
            fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mebibytes(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        try:
            self.process.wait(LEAVE)
        except subprocess.TimeoutExpired:
            self.process.kill()  # buf stays.
            self.process.wait()


class Document:
    """A text as the editor has it, in ASCII."""

    def __init__(self, client, path, language):
        self.client, self.uri = client, path.as_uri()
        self.lines = path.read_text().split("\n")
        self.version = 1
        client.tell("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": language, "version": 1, "text": path.read_text()}})

    def lines_with(self, word):
        return [number for number, line in enumerate(self.lines) if word in line]

    def change(self, begin, end, text):
        """Replaces what is between two places (line, column). A server that takes whole texts only gets one."""
        self.version += 1
        head, tail = self.lines[begin[0]][:begin[1]], self.lines[end[0]][end[1]:]
        self.lines[begin[0]:end[0] + 1] = (head + text + tail).split("\n")
        places = [{"line": line, "character": column} for line, column in (begin, end)]
        edit = {"range": {"start": places[0], "end": places[1]}, "text": text}
        if not self.client.takes_changes:
            edit = {"text": "\n".join(self.lines)}
        self.client.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [edit]})
        self.client.sent = time.perf_counter()

    def at(self, line, column):
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": column}}


class Typing:
    """What somebody typed, change by change, behind a line of the text: [line, column, line, column, text]. Lines
    count from that line, and columns of that line from its end. After the last change all is taken back by one more,
    and it begins anew elsewhere."""

    def __init__(self, document, behind, changes):
        self.document, self.behind, self.changes = document, behind, changes
        self.rounds, self.next, self.line, self.end, self.length = 0, 0, 0, 0, 0
        self.cursor = (0, 0)

    def type(self):
        """Sends the next change."""
        if self.next == 0:
            places = self.document.lines_with(self.behind)
            self.line = places[self.rounds * 7919 % len(places)]
            self.end = len(self.document.lines[self.line])
            self.length = len(self.document.lines)
            self.rounds += 1
        if self.next == len(self.changes):
            self.take_back()
            return
        change = self.changes[self.next]
        self.put(self.place(change[0], change[1]), self.place(change[2], change[3]), change[4])
        self.next += 1

    def take_back(self):
        """What was typed goes; the text is as it was before."""
        if self.next:
            # What stood behind the line's end moved to the end of what was typed.
            self.put((self.line, self.end), self.typed_end(), "")
            self.next = 0

    def put(self, begin, end, text):
        self.document.change(begin, end, text)
        typed = text.split("\n")
        self.cursor = (begin[0] + len(typed) - 1, len(typed[-1]) + (begin[1] if len(typed) == 1 else 0))

    def typed_end(self):
        line = self.line + len(self.document.lines) - self.length
        return line, len(self.document.lines[line])

    def place(self, line, column):
        return self.line + line, column + (self.end if line == 0 else 0)
