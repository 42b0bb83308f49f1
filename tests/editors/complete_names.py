#!/usr/bin/env python3
"""Completion holds what people wrote: complete_names.py MESHC EXAMPLES_FOLDER

Each name of each example is taken away, and completion is asked for there: of a hundred names it must hold 98.
"""
import json
import pathlib
import subprocess
import sys

SHARE = 0.98
NO_NAMES = {"keyword", "string", "number", "operator", "comment", "decorator", "namespace"}
DECLARATION = 1  # The first modifier.


class Session:
    def __init__(self, meshc, folder):
        self.process = subprocess.Popen([meshc, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.requests = 0
        self.version = 1
        answer = self.ask("initialize", {"rootUri": folder.as_uri(), "capabilities": {
            "general": {"positionEncodings": ["utf-8"]}}})
        self.types = answer["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.requests += 1
        self.send({"id": self.requests, "method": method, "params": params})
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                length = int(line.split(b":")[1])
            if not length:
                sys.exit("FAILED: the server has ended")
            message = json.loads(self.process.stdout.read(length))
            if message.get("id") == self.requests and "method" not in message:
                return message.get("result")

    def replace(self, uri, begin, end, text):
        self.version += 1
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.version},
            "contentChanges": [{"range": {"start": begin, "end": end}, "text": text}]})


def names_of(session, uri, text):
    """Line, column and name of each use of a name."""
    data = session.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})["data"]
    lines = text.encode().split(b"\n")
    line = column = 0
    for lines_on, columns_on, length, kind, modifiers in zip(*[iter(data)] * 5):
        line, column = line + lines_on, columns_on if lines_on else column + columns_on
        if session.types[kind] not in NO_NAMES and not modifiers & DECLARATION:
            yield line, column, lines[line][column:column + length].decode()


def missing_in(meshc, path):
    """How many names there are, and those that completion lacks."""
    session = Session(str(pathlib.Path(meshc).resolve()), path.parent)
    uri, text = path.as_uri(), path.read_text()
    document = {"uri": uri, "languageId": "meshflow", "version": 1, "text": text}
    session.tell("textDocument/didOpen", {"textDocument": document})
    names, missing = list(names_of(session, uri, text)), []
    for line, column, name in names:
        begin, end = {"line": line, "character": column}, {"line": line, "character": column + len(name)}
        session.replace(uri, begin, end, "")
        answer = session.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": begin})
        if name not in [item["label"] for item in answer["items"]]:
            missing.append(f"{path.name}:{line + 1}:{column + 1}: {name}")
        session.replace(uri, begin, begin, name)
    session.process.stdin.close()
    session.process.wait()
    return len(names), missing


def main():
    total, missing = 0, []
    for path in sorted(pathlib.Path(sys.argv[2]).resolve().glob("*/*.flow")):
        count, lacks = missing_in(sys.argv[1], path)
        total, missing = total + count, missing + lacks
    print(f"{total} names, {len(missing)} of which completion does not hold")
    if total == 0 or len(missing) > (1 - SHARE) * total:
        sys.exit("\n".join(["FAILED", *missing]))


if __name__ == "__main__":
    main()
