#!/usr/bin/env python3
"""Fails on what clang-tidy finds in the sources of some folders by `.clang-tidy`.
Usage: check_tidy.py BUILD_DIR CLANG_TIDY SOURCE_DIR FOLDER..."""
import pathlib
import subprocess
import sys


def findings_of(build, tidy, source):
    # The build is GCC's: of its warnings the other compiler does not know all.
    command = [tidy, "-p", build, "--quiet", "--extra-arg=-Wno-unknown-warning-option", source]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr or f"{tidy} has failed at {source}"


def main():
    build, tidy, root, *folders = sys.argv[1:]
    # How each file is compiled by itself.
    subprocess.run(["cmake", "--preset", "dev", "-B", build], cwd=root, check=True, stdout=subprocess.DEVNULL)
    sources = sorted(path for folder in folders for path in (pathlib.Path(root) / folder).rglob("*.cpp"))
    found = [text for text in (findings_of(build, tidy, str(source)) for source in sources) if text]
    print("\n".join(found) if found else f"nothing is found in {len(sources)} files")
    return 1 if found or not sources else 0


sys.exit(main())
