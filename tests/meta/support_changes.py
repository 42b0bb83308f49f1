#!/usr/bin/env python3
"""Holds a page of what reviewers see of five changes of the support agent, as meshc prints it.

    support_changes.py MESHC examples/support [--update]

Each change is made to a copy of the example; the page is `changes.md` in its folder.
"""
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

# (title, what it means, {file: [(from, to)]}); `from` is replaced wherever it stands.
CHANGES = [
    ("An optional field", "Clients that do not know it leave it out: deploy in any order.",
     {"support.flow": [("  @sensitive in email: string;\n",
                        "  @sensitive in email: string;\n  in order_number: string?;\n")]}),
    ("A category is removed", "Old points may still hand it to the handlers that no longer know it.",
     {"types.flow": [("  compliment,\n", "")],
      "support.flow": [("category: compliment", "category: general_inquiry")]}),
    ("An actor is renamed", "Its queue would be nobody's.",
     {"support.flow": [("context_retriever", "customer_finder"), ("deep_customer_finder", "deep_context_retriever")]}),
    ("An actor is renamed, and says what it was", "Its hosts serve the old queue, too.",
     {"support.flow": [("context_retriever", "customer_finder"), ("deep_customer_finder", "deep_context_retriever"),
                       ("processor customer_finder", '@was("context_retriever")\nprocessor customer_finder')]}),
    ("A bound of a result is lifted", "Old tables refuse what new handlers may now answer.",
     {"types.flow": [("  category: Category;\n  confidence: float(0.0..1.0);", "  category: Category;\n  confidence: float;")]}),
]


def edit(text, replacements, name):
    for old, new in replacements:
        if old not in text:
            sys.exit(f"{name} no longer holds {old!r}")
        text = text.replace(old, new)
    return text


def run(meshc, folder, *arguments):
    done = subprocess.run([meshc, *arguments], cwd=folder, text=True, capture_output=True)
    if done.returncode not in (0, 1):
        sys.exit(f"meshc {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}")
    return done.returncode, done.stdout


def section(meshc, example, title, meaning, edits):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "main").mkdir()
        source_diff = []
        for file in sorted(path.name for path in example.glob("*.flow")):
            before = (example / file).read_text(encoding="utf-8")
            after = edit(before, edits.get(file, []), file)
            (folder / "main" / file).write_text(before, encoding="utf-8")
            (folder / file).write_text(after, encoding="utf-8")
            # Scenarios change along; reviewers know why.
            rows = [row for row in difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
                    if re.match(r"[-+](?![-+])", row) and "stub" not in row and "expect" not in row]
            source_diff += rows[:8]
        exit_code, report = run(meshc, folder, "compat", "support.flow", "--against", "main", "--format", "markdown")
        _, difference = run(meshc, folder, "diff", "support.flow", "--against", "main", "--format", "markdown")
    report = re.sub(r"^(#+)", r"#\1", report, flags=re.MULTILINE)
    difference = re.sub(r"^(#+)", r"#\1", difference, flags=re.MULTILINE)
    return (f"## {title}\n\n{meaning} `compat` ends with {exit_code}.\n\n```diff\n" + "\n".join(source_diff)
            + f"\n```\n\n{report}\n{difference}\n")


def main():
    update = "--update" in sys.argv
    meshc, example = sys.argv[1], pathlib.Path(sys.argv[2])
    page = example / "changes.md"
    text = ("# What a reviewer sees\n\nFive changes of the support agent, as `meshc compat --format markdown` and\n"
            "`meshc diff --format markdown` show them on a pull request. `main` is the version before.\n\n")
    text += "\n".join(section(str(pathlib.Path(meshc).resolve()), example, *change).rstrip() + "\n"
                      for change in CHANGES)
    if update:
        page.write_text(text, encoding="utf-8")
        return 0
    held = page.read_text(encoding="utf-8")
    for row in difflib.unified_diff(held.splitlines(), text.splitlines(), str(page), "meshc", lineterm=""):
        print(row)
    return 0 if held == text else 1


if __name__ == "__main__":
    sys.exit(main())
