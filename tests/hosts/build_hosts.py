#!/usr/bin/env python3
"""Builds the hosts that tests run, once for all of them: build_hosts.py MESHC SOURCE BUILD

Every project is copied to BUILD/hosts/<name>, compiled there into `out`, and built into BUILD/hosts/build/<name>, all by
one CMake project. A second run builds what has changed since. Projects are the examples and the folders beside this script.
`versions` becomes two, for its second file is a later version of the mesh of the first: `versions_new` holds the table of
`versions_old` as a released one, and is built alone, because its targets bear the same names.
"""
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
GENERATED = ("out", "mesh.lock", "mesh.lock.d")
OLD, NEW = "versions_old", "versions_new"

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(test_hosts LANGUAGES CXX)
"""


@dataclasses.dataclass(frozen=True)
class Project:
    name: str
    source: pathlib.Path
    flow: str  # Its file with a `mesh` line.


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(word) for word in command)}\n{done.stdout}{done.stderr}")


def put(path, content):
    """Writes only what differs, so that no more than that is built again."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def files_of(folder):
    """By relative path, without what was generated there."""
    paths = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {name: path for name, path in paths.items() if name.parts[0] not in GENERATED}


def copy(source, folder):
    files = files_of(source)
    for name, path in files.items():
        put(folder / name, path.read_bytes())
    for name, path in files_of(folder).items():
        if name not in files:
            path.unlink()


def projects(source):
    flows = sorted((source / "examples").glob("*/*.flow")) + sorted(HERE.glob("*/*.flow"))
    for flow in flows:
        if "\nmesh " not in "\n" + flow.read_text():
            continue
        names = {"shop": OLD, "reordered": NEW} if flow.parent.name == "versions" else {}
        yield Project(names.get(flow.stem, flow.parent.name), flow.parent, flow.name)


def release(meshc, hosts, flow):
    """Locks the older version anew, and gives the lock to the newer one."""
    (hosts / OLD / "mesh.lock").unlink(missing_ok=True)
    for name in (OLD, NEW):
        shutil.rmtree(hosts / name / "mesh.lock.d", ignore_errors=True)
    run(meshc, "lock", hosts / OLD / flow, "--name", "1.0")
    shutil.copy(hosts / OLD / "mesh.lock", hosts / NEW)
    shutil.copytree(hosts / OLD / "mesh.lock.d", hosts / NEW / "mesh.lock.d")


def build(folder, hosts, names, package):
    text = PROJECT + "".join(f"add_subdirectory({hosts / name / 'out'} {name})\n" for name in names)
    put(folder / "CMakeLists.txt", text.encode())
    if not (folder / "build/build.ninja").is_file():
        # Most of the time is the compiler's: no optimisation, no debug information, many sources at once.
        run("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=",
            "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=32", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
            "-DSHOP_SUPPORT_TESTS=ON", f"-Dmeshc_DIR={package}")
    run("cmake", "--build", folder / "build", "--parallel", os.cpu_count())


def main():
    meshc, source, package = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    hosts = package / "hosts"
    every = {project.name: project for project in projects(source)}
    for project in every.values():
        copy(project.source, hosts / project.name)
    release(meshc, hosts, every[OLD].flow)
    for name, project in every.items():
        run(meshc, "compile", hosts / name / project.flow, "-o", hosts / name / "out")
    build(hosts, hosts, [name for name in every if name != NEW], package)
    build(hosts / "later", hosts, [NEW], package)


main()
