#!/usr/bin/env python3
"""Fails on every include that layers.txt does not allow, on includes that name no folder, and on lines of
layers.txt that allow what nobody includes. Usage: check_layers.py SOURCE_DIR"""
import pathlib
import re
import sys

# Nothing is written beside the sources.
sys.dont_write_bytecode = True

from layers import DEPTHS, INCLUDE_ROOTS, TOP, folder_of, inside, read_layers, read_layers_within

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def path_named(root, include):
    """The file that an include names, by its path from the root of the sources; none: not ours."""
    for start in INCLUDE_ROOTS:
        if (root / start / include).is_file():
            return pathlib.PurePath(start, include)
    return None


class Uses:
    """Which allowances are used: folders by folder, and homes by what they are the home of."""

    def __init__(self):
        self.folders = {}
        self.within = {}
        self.homes = {}

    def idle(self, layers, within):
        for place, allowed in within.items():
            for folder in sorted(allowed - self.within.get(place, set())):
                yield f"layers.txt: {place} may include {folder}, and does not"
        for home, allowed in layers.items():
            for folder in sorted(allowed):
                if home.startswith("<"):
                    if not any(inside(user, {folder}) for user in self.homes.get(home, ())):
                        yield f"layers.txt: {folder} may include {home[1:]}, and does not"
                elif not any(t and inside(t, {folder}) for t in self.folders.get(home, ())):
                    yield f"layers.txt: {home} may include {folder}, and does not"


def problems_of(root, path, home, layers, within, uses):
    """`path`: of a source, from the root of all; `home`: the folder of its layer, in which it may lie deeper."""
    place = path.parent.as_posix()
    for bracket, include in INCLUDE.findall((root / path).read_text()):
        named = path_named(root, include)
        target = folder_of(named) if named else None
        uses.folders.setdefault(home, set()).add(target)
        if target == home and place in within and named.parent.as_posix() != place:
            uses.within.setdefault(place, set()).add(named.parent.as_posix())
            if named.parent.as_posix() not in within[place]:
                yield f"{place} may not include {named.parent} (\"{include}\")"
        if bracket == '"' and ("/" not in include or ".." in include.split("/")):
            yield f"\"{include}\" is not written from the root of the sources"
        if target is not None and target != home and not inside(target, layers[home]):
            yield f"{home} may not include {target} (\"{include}\")"
        for prefix, homes in layers.items():
            if not prefix.startswith("<") or not include.startswith(prefix[1:]):
                continue
            uses.homes.setdefault(prefix, set()).add(place)
            if not inside(place, homes):
                yield f"{include} belongs to {', '.join(sorted(homes))}"


def strangers(root):
    """What stands at the root though nothing there asks for it; tools keep hidden files, and builds a folder."""
    for entry in sorted(root.iterdir()):
        if not entry.name.startswith(".") and entry.name not in TOP:
            yield f"{entry.name} does not belong at the root of the sources"


def main():
    root = pathlib.Path(sys.argv[1])
    layers = read_layers()
    within = read_layers_within()
    found = list(strangers(root))
    uses = Uses()
    for source in sorted(p for top in DEPTHS for p in (root / top).rglob("*")):
        if source.suffix not in (".h", ".cpp"):
            continue
        home = folder_of(source.relative_to(root))
        if home not in layers:
            found.append(f"{source.relative_to(root)}: the folder {home} is not in layers.txt")
            continue
        path = source.relative_to(root)
        found += [f"{path}: {p}" for p in problems_of(root, path, home, layers, within, uses)]
    found += uses.idle(layers, within)
    print("\n".join(found) if found else "all includes follow the layers")
    return 1 if found else 0


sys.exit(main())
