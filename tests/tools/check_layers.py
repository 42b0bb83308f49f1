#!/usr/bin/env python3
"""Fails on every include that layers.txt does not allow, on includes that name no folder, and on lines of
layers.txt that allow what nobody includes. Usage: check_layers.py SOURCE_DIR"""
import pathlib
import re
import sys

# Where includes begin, and how long the path of a folder is below each top folder.
INCLUDE_ROOTS = ("", "runtime")
DEPTHS = {"compiler": 2, "codegen": 2, "runtime": 3}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def read_layers(path):
    """folder or `<prefix` -> the set of folders behind the colon."""
    layers = {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            left, right = line.split(":", 1)
            layers[left.strip()] = set(right.split())
    return layers


def inside(folder, allowed):
    return any(folder == a or folder.startswith(a + "/") for a in allowed)


def folder_of(path):
    """The folder of a file of ours, by its path from the root of the sources; none: not ours."""
    depth = DEPTHS.get(path.parts[0], 0)
    return "/".join(path.parts[:depth]) if 0 < depth < len(path.parts) else None


def folder_named(root, include):
    """The folder of the file that an include names; none: not ours."""
    for start in INCLUDE_ROOTS:
        if (root / start / include).is_file():
            return folder_of(pathlib.PurePath(start, include))
    return None


def problems_of(root, source, home, layers, used):
    for bracket, include in INCLUDE.findall(source.read_text()):
        target = folder_named(root, include)
        used.setdefault(home, set()).add(target)
        if bracket == '"' and ("/" not in include or ".." in include.split("/")):
            yield f"\"{include}\" is not written from the root of the sources"
        if target is not None and target != home and not inside(target, layers[home]):
            yield f"{home} may not include {target} (\"{include}\")"
        for prefix, homes in layers.items():
            if prefix.startswith("<") and include.startswith(prefix[1:]) and not inside(home, homes):
                yield f"{include} belongs to {', '.join(sorted(homes))}"


def idle_allowances(layers, used):
    for home, allowed in layers.items():
        for folder in sorted(allowed):
            if not home.startswith("<") and not any(t and inside(t, {folder}) for t in used.get(home, ())):
                yield f"layers.txt: {home} may include {folder}, and does not"


def main():
    root = pathlib.Path(sys.argv[1])
    layers = read_layers(pathlib.Path(__file__).with_name("layers.txt"))
    found = []
    used = {}
    for source in sorted(p for top in DEPTHS for p in (root / top).rglob("*")):
        if source.suffix not in (".h", ".cpp"):
            continue
        home = folder_of(source.relative_to(root))
        if home not in layers:
            found.append(f"{source.relative_to(root)}: the folder {home} is not in layers.txt")
            continue
        found += [f"{source.relative_to(root)}: {p}" for p in problems_of(root, source, home, layers, used)]
    found += idle_allowances(layers, used)
    print("\n".join(found) if found else "all includes follow the layers")
    return 1 if found else 0


sys.exit(main())
