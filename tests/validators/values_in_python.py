#!/usr/bin/env python3
"""Python's jsonschema takes and refuses what hosts do: values_in_python.py CASES.json"""
import collections
import json
import sys

import jsonschema


def validators(schemas):
    made = {}
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        made[name] = jsonschema.Draft202012Validator(schema)
    return made


def entry_verdicts(of, document):
    """Each schema that says what a host takes at entry, with its verdict."""
    for name in ("E.entry", "f.flow-entry"):
        yield name, of[f"{name}.schema.json"].is_valid(document)


def verdicts(of, document):
    """Each schema that says what a host takes, with its verdict."""
    yield from entry_verdicts(of, document)
    for name in ("a.input", "a.output"):
        yield name, of[f"{name}.schema.json"].is_valid(document)
    error = {"name": "broken", "message": "", "actor": "a", "detail": document}
    yield "g.flow-error", of["g.flow-error.schema.json"].is_valid(error)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        programs = json.load(file)
    count = collections.Counter()
    for program in programs:
        of = validators(program["schemas"])

        def fail(words, text, of_program=program):
            sys.exit(f"seed {of_program['seed']}, {of_program['type']}: {text} {words}")

        for cases, by in ((program["documents"], verdicts), (program["entries"], entry_verdicts)):
            for case in cases:
                count["taken" if case["taken"] else "refused"] += 1
                for name, valid in by(of, json.loads(case["text"])):
                    if valid != case["taken"]:
                        fail(f"is {'taken' if case['taken'] else 'refused'} by a host, and not so by {name}", case["text"])
        for text in program.get("ended", []):
            for name in ("E.exit", "f.flow-result"):
                if not of[f"{name}.schema.json"].is_valid(json.loads(text)):
                    fail(f"is what a host gives, and {name} refuses it", text)
        for text in program["envelopes"]:
            count["envelopes"] += 1
            wrong = next(of["wire.schema.json"].iter_errors(json.loads(text)), None)
            if wrong is not None:
                fail(f"is an envelope of a host: {wrong.message}", text)
    if min(count["taken"], count["refused"], count["envelopes"]) < len(programs):
        sys.exit(f"the generator is worthless: {dict(count)}")
    print(f"Python: {count['taken']} documents taken, {count['refused']} refused, {count['envelopes']} envelopes")


if __name__ == "__main__":
    main()
