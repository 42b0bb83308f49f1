#!/usr/bin/env python3
"""The words that editors colour are those of FlowLexer.g4. Usage: editor_words.py SOURCE_DIR"""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree


def words_of_lexer(text):
    """Hard keywords, and the words that the parser decides by."""
    section = re.search(r"// Hard keywords(.*?)// Soft keywords(.*?)\nIDENTIFIER:", text, re.DOTALL)
    return [set(re.findall(r"^[A-Z_]+: '([a-z]+)';", part, re.MULTILINE)) for part in section.groups()]


def textmate(editors):
    grammar = json.loads((editors / "vscode/syntaxes/meshflow.tmLanguage.json").read_text())
    rules = {rule["name"].removesuffix(".meshflow"): rule["match"] for rule in grammar["repository"]["words"]["patterns"]}
    words = {name: set(re.fullmatch(r"\\b\((.*)\)\\b", match).group(1).split("|")) for name, match in rules.items()}
    hard = words["constant.language"] | words["keyword.declaration"] | words["keyword.control"]
    return hard, words["keyword.other"]


def vim(editors):
    text = (editors / "vim/syntax/meshflow.vim").read_text()
    words = {name: set(rest.split()) for name, rest in re.findall(r"^syntax keyword meshflow(\w+) (.*)$", text, re.MULTILINE)}
    return words["Declaration"] | words["Control"] | words["Value"], words["Word"]


def emacs(editors):
    text = (editors / "emacs/meshflow-mode.el").read_text()
    lists = re.findall(r"\(defconst meshflow-(\w+)\s+'\(([^)]*)\)\)", text)
    words = {name: set(re.findall(r'"(\w+)"', rest)) for name, rest in lists}
    return words["declarations"] | words["control"] | words["values"], words["words"]


def kate(editors):
    tree = xml.etree.ElementTree.parse(editors / "kate/meshflow.xml")
    words = {l.get("name"): {item.text for item in l.iter("item")} for l in tree.iter("list")}
    return words["declarations"] | words["control"] | words["values"], words["words"]


def main():
    root = pathlib.Path(sys.argv[1])
    hard, soft = words_of_lexer((root / "grammar/FlowLexer.g4").read_text())
    assert len(hard) > 30 and len(soft) > 20, "the lexer's words were not found"
    problems = []
    for editor in (textmate, vim, emacs, kate):
        for kind, expected, found in zip(("keywords", "words"), (hard, soft), editor(root / "grammar/editors")):
            for word in sorted(expected - found):
                problems.append(f"{editor.__name__} lacks `{word}` among its {kind}")
            for word in sorted(found - expected):
                problems.append(f"{editor.__name__} has `{word}` among its {kind}, the lexer has not")
    print("\n".join(problems) if problems else "editors colour the words of the lexer")
    return 1 if problems else 0


sys.exit(main())
