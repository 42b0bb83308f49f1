#!/usr/bin/env python3
"""Reads what is installed beside the program as users do: check_texts.py MESHC FOLDER

FOLDER holds manual pages and completions. Pages are formatted without a warning, one for each command; bash,
zsh and fish themselves are asked what they offer.
"""
import gzip
import os
import pathlib
import pty
import re
import select
import subprocess
import sys

HANG = 120  # Seconds; a shell that says nothing for so long never will.

# What is typed, and words that must be offered for the last of them.
ASKED = [
    ("meshc gra", ["graph"]),
    ("meshc graph --lev", ["--level"]),
    ("meshc graph --level me", ["mesh"]),
    ("meshc check --stop-after fac", ["facts"]),
]


def run(*command, stdin=None):
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=HANG, check=False)


def commands(meshc):
    text = run(meshc, "--help").stdout
    listed = text[text.index("Subcommands:"):].split("\n\n")[0]
    return re.findall(r"^  (\w+) ", listed, re.M)


def check_pages(meshc, folder):
    for name in ["meshc"] + [f"meshc-{command}" for command in commands(meshc)]:
        page = folder / "man" / f"{name}.1.gz"
        if not page.exists():
            yield f"{name} has no page"
            continue
        done = run("groff", "-man", "-ww", "-z", "-Kutf8", "-Tutf8", stdin=gzip.decompress(page.read_bytes()).decode())
        if done.returncode != 0 or done.stderr:
            yield f"{name}: {done.stderr or done.returncode}"


def bash_offers(folder, words):
    script = (f"source '{folder}/bash/meshc'; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
              "_meshc; printf '%s\\n' \"${COMPREPLY[@]}\"")
    return run("bash", "--norc", "-c", script).stdout.split()


def fish_offers(folder, words):
    script = f"source '{folder}/fish/meshc.fish'; complete -C '{' '.join(words)}'"
    return [line.split("\t")[0] for line in run("fish", "-N", "-c", script).stdout.splitlines()]


def zsh_completes(folder, line, word):
    """True if the line becomes one with that word: zsh completes at its prompt only."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "dumb"
        os.execvp("zsh", ["zsh", "-f", "-i"])
    start = f"PS1=; fpath=('{folder}/zsh' $fpath); autoload -Uz compinit; compinit -u -D; print rea''dy\n"
    os.write(terminal, start.encode())
    seen = b""
    typed = False
    try:
        while True:
            if not select.select([terminal], [], [], HANG)[0]:
                return False
            seen += os.read(terminal, 65536)
            if not typed and b"ready" in seen:
                typed, seen = True, b""
                os.write(terminal, line.encode() + b"\t")
            elif typed and re.search(rb"(^|[ =])" + word.encode() + rb"\b", seen.split(line.split()[0].encode())[-1]):
                return True
    finally:
        os.close(terminal)
        os.kill(child, 9)
        os.waitpid(child, 0)


def check_shells(folder):
    for line, wanted in ASKED:
        words = line.split()
        for word in wanted:
            if word not in bash_offers(folder, words):
                yield f"bash does not offer {word} for: {line}"
            if word not in fish_offers(folder, words):
                yield f"fish does not offer {word} for: {line}"
            if not zsh_completes(folder, line, word):
                yield f"zsh does not complete to {word}: {line}"


def main(meshc, folder):
    folder = pathlib.Path(folder)
    problems = list(check_pages(meshc, folder)) + list(check_shells(folder))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
