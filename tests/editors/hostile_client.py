#!/usr/bin/env python3
"""A client that does what clients should not: hostile_client.py MESHC

Whatever it sends, the server answers each request once, says what it cannot take, and goes on.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

LIMIT_SECONDS = 120
MESHC = pathlib.Path(sys.argv[1]).resolve()
SHOP = 'mesh shop;\nimport "part.flow";\nenvelope Sale { in order: Order; out stored: bool; }\nflow sell on Sale { store; }\n'
PART = "record Order { id: string; }\nprocessor store(order: Order) -> (stored: bool);\n"


def fail(what, value=None):
    print(f"FAILED: {what}\n{value}", flush=True)
    os._exit(1)  # Other threads may wait for the server.


def require(holds, what, value=None):
    if not holds:
        fail(what, value)


def framed(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(number, method, params=None):
    return framed({"id": number, "method": method, "params": params})


def notification(method, params=None):
    return framed({"method": method, "params": params})


class Session:
    """The server in a folder of its own, initialized."""

    def __init__(self, files):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name).resolve()
        for name, content in files.items():
            (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        self.process = subprocess.Popen([MESHC, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=self.folder)
        # A server that says nothing more is a failure, not a wait without end.
        self.watchdog = threading.Timer(LIMIT_SECONDS, self.process.kill)
        self.watchdog.start()
        self.messages = []
        self.send(request(0, "initialize", {"rootUri": self.folder.as_uri(), "capabilities": {}}))
        require(self.answer(0).get("result"), "initialize is answered", self.messages)

    def uri(self, name):
        return (self.folder / name).as_uri()

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def open(self, name):
        text = (self.folder / name).read_text(errors="replace")
        self.send(notification("textDocument/didOpen", {"textDocument": {
            "uri": self.uri(name), "languageId": "meshflow", "version": 1, "text": text}}))

    def replace(self, name, text, version):
        self.send(notification("textDocument/didChange", {
            "textDocument": {"uri": self.uri(name), "version": version}, "contentChanges": [{"text": text}]}))

    def read(self):
        length = None
        while line := self.process.stdout.readline():
            if line == b"\r\n":
                message = json.loads(self.process.stdout.read(length))
                self.messages.append(message)
                return message
            length = int(line.split(b":")[1])
        return None

    def answer(self, number):
        while message := self.read():
            if message.get("id") == number and "method" not in message:
                return message
        fail(f"the server ended before it answered {number}", self.process.stderr.read().decode())

    def findings(self, name, wanted):
        """Reads on until the file has the wanted codes and no others."""
        while message := self.read():
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == self.uri(name):
                codes = sorted(finding["code"] for finding in message["params"]["diagnostics"])
                if codes == sorted(wanted):
                    return
        fail(f"{name} never had the findings {wanted}", self.messages)

    def end(self):
        self.send(request(9999, "shutdown"))
        self.answer(9999)
        self.send(notification("exit"))
        require(self.process.wait(LIMIT_SECONDS) == 0, "ends cleanly", self.process.stderr.read())
        self.watchdog.cancel()
        self.scratch.cleanup()


def headers_split_anywhere():
    session = Session({"shop.flow": SHOP, "part.flow": PART})
    session.open("shop.flow")
    for byte in request(1, "textDocument/hover", {"textDocument": {"uri": session.uri("shop.flow")},
                                                 "position": {"line": 3, "character": 21}}):
        session.send(bytes([byte]))
    require(session.answer(1)["result"], "a request in single bytes is answered")
    session.end()


def wrong_lengths():
    session = Session({})
    session.send(b"Content-Length: 3\r\n\r\n{\"a")
    session.send(b"Content-Length: nine\r\n\r\nContent-Length: -1\r\n\r\n")
    session.send(request(1, "meshc/nothing"))
    require(session.answer(1)["error"]["code"] == -32601, "goes on behind wrong lengths")
    broken = [message for message in session.messages if message.get("error", {}).get("code") == -32700]
    require(len(broken) == 3, "says each that is no JSON", session.messages)
    session.end()


def stops_reading():
    session = Session({"shop.flow": SHOP, "part.flow": PART})
    session.open("shop.flow")
    count = 500
    question = {"textDocument": {"uri": session.uri("shop.flow")}, "position": {"line": 3, "character": 21}}
    everything = b"".join(request(number, "textDocument/completion", question) for number in range(1, count + 1))
    # The answers fill every pipe before the first one is read.
    writer = threading.Thread(target=session.send, args=(everything,))
    writer.start()
    session.answer(count)
    writer.join()
    answered = {message["id"] for message in session.messages if "id" in message and "method" not in message}
    require(answered == set(range(count + 1)), "each request is answered once", len(answered))
    session.end()


def ends_while_nobody_reads():
    session = Session({"shop.flow": SHOP, "part.flow": PART})
    session.process.stdout.close()
    session.open("shop.flow")
    session.process.stdin.close()
    require(session.process.wait(LIMIT_SECONDS) > 0, "the end of input without exit is no clean end")
    session.watchdog.cancel()


def files_change_under_the_session():
    session = Session({"shop.flow": SHOP, "part.flow": PART})
    session.open("shop.flow")
    session.findings("shop.flow", [])
    (session.folder / "part.flow").unlink()
    changed = {"changes": [{"uri": session.uri("part.flow"), "type": 3}]}
    session.send(notification("workspace/didChangeWatchedFiles", changed))
    session.findings("shop.flow", ["MC2002"])
    (session.folder / "part.flow").write_bytes(b"record Order { id: string; } // \xff\xfe\n")
    session.send(notification("workspace/didChangeWatchedFiles", changed))
    session.findings("part.flow", ["MC0001"])
    session.send(request(1, "textDocument/definition", {"textDocument": {"uri": session.uri("shop.flow")},
                                                        "position": {"line": 2, "character": 28}}))
    require("result" in session.answer(1), "answers beside a file that is no UTF-8", session.messages)
    (session.folder / "part.flow").write_text(PART)
    session.send(notification("workspace/didChangeWatchedFiles", changed))
    session.findings("part.flow", [])
    session.end()


def odd_texts():
    session = Session({"shop.flow": SHOP, "part.flow": PART})
    session.open("shop.flow")
    session.open("part.flow")
    odd = ["\0", "\ufeff" + SHOP, SHOP.replace("\n", "\r\n", 2).replace("\n", "\r", 1), "🎭" * 3, "((((" * 5000,
           'import "shop.flow";\n' + PART, "\ud83c", "mesh shop;\n" + "// x\n" * 100_000, ""]
    for version, text in enumerate(odd, 2):
        for name in ("shop.flow", "part.flow"):
            session.replace(name, text, version)
        for number, method in enumerate(("documentSymbol", "semanticTokens/full", "foldingRange", "codeLens", "formatting")):
            session.send(request(version * 100 + number, f"textDocument/{method}",
                                 {"textDocument": {"uri": session.uri("shop.flow")}}))
            session.answer(version * 100 + number)
    session.replace("part.flow", PART, 90)
    session.replace("shop.flow", SHOP, 91)
    session.send(request(1, "textDocument/diagnostic", {"textDocument": {"uri": session.uri("shop.flow")}}))
    require(session.answer(1)["result"]["items"] == [], "a sound text is sound after all of them", session.messages[-3:])
    session.end()


def large_files():
    comment = "// " + "x" * 60 + "\n"
    largest = SHOP + comment * ((16 * 2**20 - len(SHOP)) // len(comment))
    session = Session({"shop.flow": largest, "part.flow": PART, "above.flow": b"a" * (16 * 2**20 + 1)})
    session.open("shop.flow")
    session.findings("shop.flow", [])
    session.replace("shop.flow", 'import "above.flow";\n' + SHOP, 2)
    session.send(request(1, "textDocument/diagnostic", {"textDocument": {"uri": session.uri("shop.flow")}}))
    require(session.answer(1)["result"]["items"], "a file above 16 MiB is a finding")
    session.end()


def a_record_runs_again():
    """Nothing is read before all is sent, as a script would: what was found is told all the same, and again from the record."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / "part.flow").write_text(PART)
        uri = (folder / "shop.flow").as_uri()
        text = SHOP.replace("store;", "stor;")
        sent = (request(0, "initialize", {"rootUri": folder.as_uri(), "capabilities": {}})
                + notification("textDocument/didOpen", {"textDocument": {
                    "uri": uri, "languageId": "meshflow", "version": 1, "text": text}})
                + request(1, "shutdown") + notification("exit"))
        told = []
        for arguments, data in ((["--record", "session.record"], sent), (["--replay", "session.record"], b"")):
            done = subprocess.run([MESHC, "lsp", *arguments], input=data, capture_output=True, cwd=folder,
                                  timeout=LIMIT_SECONDS, check=False)
            require(done.returncode == 0 and b"MC2018" in done.stdout, f"{arguments} tells what is found", done)
            told.append(done.stdout)
        require(told[0] == told[1], "a record runs again as it ran", told)
        done = subprocess.run([MESHC, "lsp", "--record", "part.flow"], capture_output=True, cwd=folder, check=False)
        require(done.returncode == 2 and (folder / "part.flow").read_text() == PART, "no record goes over a source", done)


def main():
    for check in (headers_split_anywhere, wrong_lengths, stops_reading, ends_while_nobody_reads,
                  files_change_under_the_session, odd_texts, large_files, a_record_runs_again):
        check()
        print(f"{check.__name__}: holds", flush=True)


if __name__ == "__main__":
    main()
