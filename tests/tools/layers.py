"""What layers.txt says, and how folders and their CMake targets are called."""
import pathlib

# Where includes begin, and how long the path of a folder is below each top folder.
INCLUDE_ROOTS = ("", "runtime")
DEPTHS = {"compiler": 2, "codegen": 2, "runtime": 3}
# Begins the rows that are about the folders of one folder.
WITHIN = "within "
# What may stand at the root beside hidden files: folders of the project, what tools look for there, and builds.
TOP = {"grammar", "compiler", "codegen", "runtime", "templates", "stdlib", "examples", "tests", "build",
       "CMakeLists.txt", "CMakePresets.json", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "action.yml"}


def rows():
    """(what stands before the colon, the set of folders behind it)."""
    for line in pathlib.Path(__file__).with_name("layers.txt").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            left, right = line.split(":", 1)
            yield left.strip(), set(right.split())


def read_layers():
    """folder or `<prefix` -> the folders that it may include, or whose it is."""
    return {left: right for left, right in rows() if not left.startswith(WITHIN)}


def read_layers_within():
    """folder of a folder -> those of the same one that it may include; only for some."""
    return {left.removeprefix(WITHIN): right for left, right in rows() if left.startswith(WITHIN)}


def inside(folder, allowed):
    return any(folder == a or folder.startswith(a + "/") for a in allowed)


def folder_of(path):
    """The folder of a file of ours, by its path from the root of the sources; none: not ours."""
    depth = DEPTHS.get(path.parts[0], 0)
    return "/".join(path.parts[:depth]) if 0 < depth < len(path.parts) else None


def folder_of_target(target):
    """`meshc_codegen_cpp` -> codegen/cpp, `mesh_route` -> runtime/mesh/route; `mesh` is all of the runtime."""
    if target == "mesh":
        return "runtime"
    for prefix, top in (("meshc_codegen_", "codegen/"), ("meshc_", "compiler/"), ("mesh_", "runtime/mesh/")):
        if target.startswith(prefix):
            return top + target.removeprefix(prefix)
    return None
