#!/usr/bin/env python3
"""Fails where the links of a folder's target are not what layers.txt allows the folder to include.
Usage: check_links.py SOURCE_DIR"""
import pathlib
import re
import sys

# Nothing is written beside the sources.
sys.dont_write_bytecode = True

from layers import folder_of_target, inside, read_layers

COMPONENT = re.compile(r"\bmeshc?_component\(\s*(\w+)([^)]*)\)")
# A target of its own kind, which links what it likes of whole top folders.
DRIVER = re.compile(r"\btarget_link_libraries\(\s*(meshc_driver)\s([^)]*)\)")
KEYWORDS = {"LINKS", "PUBLIC", "PRIVATE"}
# Which home in layers.txt a library belongs to. What hosts link comes with `mesh` and is no folder's own.
LIBRARIES = {"PkgConfig::RE2": "<re2/", "nlohmann_json::nlohmann_json": "<nlohmann/", "yaml-cpp": "<yaml-cpp/",
             "pugixml::pugixml": "<pugixml", "PkgConfig::GRAPHVIZ": "<graphviz/", "CLI11::CLI11": "<CLI/"}


def components_of(path, text):
    """(folder, links) of each."""
    for match in COMPONENT.finditer(text):
        name = match[1] if match[1].startswith("meshc_") else "mesh_" + match[1]
        if name not in ("meshc_component", "mesh_name"):
            yield folder_of_target(name), set(match[2].split()) - KEYWORDS
    if path.parts[-2:] == ("driver", "CMakeLists.txt"):
        for match in DRIVER.finditer(text):
            yield folder_of_target(match[1]), set(match[2].split()) - KEYWORDS


def of_whole_folders(allowed):
    """Any part of the runtime comes with all of it, outside of the runtime."""
    return {"runtime" if folder.startswith("runtime") else folder for folder in allowed}


def problems_of(folder, links, layers):
    in_runtime = folder.startswith("runtime")
    allowed = layers[folder] if in_runtime else of_whole_folders(layers[folder])
    linked = {f for f in map(folder_of_target, links) if f is not None and (f in layers or f == "runtime")}
    for extra in sorted(f for f in linked if not inside(f, allowed)):
        yield f"{folder} links {extra}, which it may not include"
    for missing in sorted(f for f in allowed if not any(inside(f2, {f}) for f2 in linked)):
        yield f"{folder} may include {missing}, and does not link it"
    if in_runtime:
        return
    for library, home in LIBRARIES.items():
        if library in links and not inside(folder, layers[home]):
            yield f"{folder} links {library}, which it may not include"
        if folder in layers[home] and library not in links:
            yield f"{folder} may include {home[1:]}, and does not link {library}"


def main():
    root = pathlib.Path(sys.argv[1])
    layers = read_layers()
    found = []
    seen = set()
    for top in ("compiler", "codegen", "runtime"):
        for path in sorted((root / top).rglob("CMakeLists.txt")):
            text = re.sub(r"#[^\n]*", "", path.read_text())
            for folder, links in components_of(path, text):
                if folder not in layers:
                    found.append(f"{path.relative_to(root)}: {folder} is not in layers.txt")
                    continue
                seen.add(folder)
                found += problems_of(folder, links, layers)
    found += [f"{folder} has no target" for folder in layers if not folder.startswith("<") and folder not in seen]
    print("\n".join(found) if found else "all links are the layers")
    return 1 if found else 0


sys.exit(main())
