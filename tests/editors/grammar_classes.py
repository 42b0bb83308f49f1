#!/usr/bin/env python3
"""Asks an editor's grammar for the class of each token of each example and of classes.flow: grammar_classes.py EDITOR MESHC EDITORS EXAMPLES
[BUILD PACKAGE]

EDITOR: textmate, vim, neovim, emacs or kate. Each keyword, string, number and comment has the class that the lexer gives it, and
so have words that only mean something before the name of a field. Keywords that are names where they stand (behind
a `.`, before a `:`) have the class of names. Exit 77, with a word why, if what reads the grammar is not installed.
"""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
FIELD_WORDS = {"out", "var", "log"}


def tokens_of(meshc, file):
    """(line, column, kind, text), counted from 1, columns in characters."""
    text_lines = file.read_bytes().split(b"\n")
    told = subprocess.run([meshc, "check", "--stop-after", "tokens", "--print", "tokens", file.name], cwd=file.parent,
                          capture_output=True, text=True, check=True).stdout
    head, *lines = told.splitlines()
    assert head == file.name, told
    for line in lines:
        if not line.startswith("  "):
            return  # What it imports.
        place, kind, text = line.strip().split(" ", 2)
        at, column = map(int, place.split(":"))
        yield at, len(text_lines[at - 1][:column - 1].decode()) + 1, kind, text


def wanted_of(meshc, file):
    """(line, column, class) of what has one."""
    tokens = list(tokens_of(meshc, file))
    spoken = [token for token in tokens if token[2] not in ("comment", "doc")]
    for line, column, kind, text in tokens:
        if kind in ("comment", "doc"):
            yield line, column, "comment"
    for index, (line, column, kind, text) in enumerate(spoken):
        before = spoken[index - 1][3] if index > 0 else ""
        behind = index + 1
        while behind < len(spoken) and spoken[behind][2] in ("name", "word"):
            behind += 1
        colon = behind < len(spoken) and spoken[behind][3] == ":"
        is_name = before == "." or (colon and behind == index + 1)
        field = kind == "name" and text in FIELD_WORDS and colon and behind > index + 1
        if kind in ("string", "number"):
            yield line, column, kind
        elif field or (kind == "keyword" and not is_name):
            yield line, column, "keyword"


def textmate(scopes):
    """From the innermost scope that tells."""
    for scope in reversed(scopes.split()):
        for prefix, name in (("comment", "comment"), ("string", "string"), ("constant.numeric", "number"),
                             ("keyword.operator", "other"), ("keyword", "keyword"), ("constant.language", "keyword")):
            if scope.startswith(prefix):
                return name
    return "other"


VIM = {"Declaration": "keyword", "Control": "keyword", "Value": "keyword", "Word": "keyword", "Field": "keyword",
       "Number": "number", "String": "string", "RawString": "string", "Comment": "comment", "DocComment": "comment",
       "BlockComment": "comment"}
# One face is for values and for numbers.
EMACS = {"font-lock-keyword-face": "keyword", "font-lock-builtin-face": "keyword", "font-lock-constant-face": "value",
         "font-lock-string-face": "string", "font-lock-comment-face": "comment",
         "font-lock-comment-delimiter-face": "comment", "font-lock-doc-face": "comment"}
PANDOC = {"kw": "keyword", "cf": "keyword", "cn": "keyword", "dv": "number", "st": "string", "co": "comment", "do": "comment"}


def ask_by_script(command, environment, queries):
    """The editor reads the places from one file, and writes what it calls them to another, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        asked, told = pathlib.Path(folder) / "asked.json", pathlib.Path(folder) / "told.json"
        asked.write_text(json.dumps(queries))
        done = subprocess.run(command, env={**os.environ, **environment, "ASKED": str(asked), "TOLD": str(told)},
                              capture_output=True, text=True, timeout=600, check=False)
        if done.returncode != 0 or not told.exists():
            problem = pathlib.Path(f"{told}.problem")
            said = problem.read_text() if problem.exists() else done.stdout + done.stderr
            sys.exit(f"FAILED: {command[0]}: exit {done.returncode}\n{said}")
        return json.loads(told.read_text())


def ask_vim(editors, queries, _):
    return ask_by_vim(["vim", "-es", "-N", "-u", "NONE", "-n"], editors, queries)


def ask_neovim(editors, queries, _):
    return ask_by_vim(["nvim", "--headless", "-u", "NONE", "-n"], editors, queries)


def ask_by_vim(command, editors, queries):
    """Vim counts bytes."""
    for file, places in queries.items():
        lines = pathlib.Path(file).read_text().split("\n")
        places[:] = [[line, len(lines[line - 1][:column - 1].encode()) + 1] for line, column in places]
    told = ask_by_script([*command, "-S", str(HERE / "classes.vim")], {"EDITORS": str(editors)}, queries)
    return [VIM.get(name.removeprefix("meshflow"), "other") for file in queries for name in told[file]]


def ask_emacs(editors, queries, _):
    return [EMACS.get(name, "other") for name in ask_by_script(
        ["emacs", "--batch", "-l", str(HERE / "classes.el")], {"EDITORS": str(editors)}, queries)]


def ask_textmate(editors, queries, more):
    build, package = more
    cache = pathlib.Path(build).resolve() / "npm"
    fetched = subprocess.run(["cmake", f"-DCACHE={cache}", f"-DPACKAGE={package}", "-P", str(HERE / "fetch_textmate.cmake")],
                             capture_output=True, text=True, check=False)
    if fetched.returncode != 0:
        sys.exit(f"FAILED: vscode-textmate cannot be fetched: {fetched.stderr}")
    return [textmate(scopes) for scopes in ask_by_script(
        [fetched.stdout.split()[-1], str(HERE / "classes.mjs")],
        {"MODULES": str(cache / "textmate" / "node_modules"),
         "GRAMMAR": str(editors / "vscode/syntaxes/meshflow.tmLanguage.json")}, queries)]


def ask_kate(editors, queries, _):
    """pandoc reads Kate's grammars, and writes a span for each class."""
    classes = {}
    for file in queries:
        text = pathlib.Path(file).read_text()
        done = subprocess.run(["pandoc", "--syntax-definition", str(editors / "kate/meshflow.xml"), "-f", "markdown", "-t", "html"],
                              input=f"~~~~~~~~ meshflow\n{text}\n~~~~~~~~\n", capture_output=True, text=True, check=True)
        body = re.search(r"<code[^>]*>(.*)</code>", done.stdout, re.S).group(1)
        body = re.sub(r"<a [^>]*></a>", "", body)
        now, spans, plain = ["other"], [], ""
        for tag, piece in re.findall(r"(<[^>]*>)|([^<]+)", body):
            if tag.startswith("</"):
                now.pop()
            elif tag:
                name = re.search(r'class="(\w+)"', tag)
                now.append(PANDOC.get(name.group(1), "other") if name else now[-1])
            else:
                piece = html.unescape(piece)
                plain += piece
                spans += [now[-1]] * len(piece)
        assert plain.rstrip() == text.rstrip(), f"pandoc changes {file}"
        begins = [0]
        for line in text.split("\n"):
            begins.append(begins[-1] + len(line) + 1)
        classes[file] = [spans[begins[line - 1] + column - 1] for line, column in queries[file]]
    return [each for file in queries for each in classes[file]]


ASKED = {"textmate": ("npm", ask_textmate), "vim": ("vim", ask_vim), "neovim": ("nvim", ask_neovim), "emacs": ("emacs", ask_emacs),
         "kate": ("pandoc", ask_kate)}


def main():
    editor, meshc, editors, examples = sys.argv[1], *(pathlib.Path(each).resolve() for each in sys.argv[2:5])
    program, ask = ASKED[editor]
    if shutil.which(program) is None:
        print(f"skipped: {program} is not installed")
        sys.exit(SKIPPED)
    wanted = {}
    for file in [HERE / "classes.flow", *sorted(examples.glob("**/*.flow"))]:
        wanted[str(file)] = list(wanted_of(meshc, file))
    told = ask(editors, {file: [[line, column] for line, column, _ in places] for file, places in wanted.items()}, sys.argv[5:])
    everything = [(file, *place) for file, places in wanted.items() for place in places]
    assert len(told) == len(everything) > 1000, "too few tokens were asked for"
    wrong = 0
    for (file, line, column, kind), found in zip(everything, told):
        if found != kind and not (found == "value" and kind in ("number", "keyword")):
            wrong += 1
            if wrong <= 20:
                print(f"{file}:{line}:{column}: {found} instead of {kind}: {pathlib.Path(file).read_text().splitlines()[line - 1]}")
    print(f"{len(everything)} tokens, {wrong} of another class than the lexer's")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
