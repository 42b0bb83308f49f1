#!/usr/bin/env python3
"""Holds what `meshc_add_mesh` promises: add_mesh.py BUILD_TREE

Two meshes import a shared part. After each change one build call is made, and what it compiled is looked at. That holds with
the build tree, with an install of it, and with the library alone and a compiler that stands elsewhere.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent

PART = """\
record Order { id: string; }
processor store(order: Order) -> (stored: bool);
"""
ROOT = """\
mesh NAME;
import "part.flow";
envelope Sale { in order: Order; out stored: bool; }
flow NAME_it on Sale { store; }
record Aside { note: string; }
"""
PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(two LANGUAGES CXX)
find_package(meshc REQUIRED CONFIG)
meshc_add_mesh(shop FLOW shop/shop.flow IMPORT_PATHS lib)
meshc_add_mesh(desk FLOW desk/desk.flow IMPORT_PATHS lib HANDLERS ./handlers/store.cpp handlers/more.cpp)
add_library(both STATIC both.cpp)
target_link_libraries(both PRIVATE shop::types desk::actors)
add_custom_target(libraries DEPENDS shop_actors desk_actors both)
"""


class Project:
    def __init__(self, folder, generator, package, *options, path=""):
        self.folder, self.build = folder, folder / "build"
        self.log = folder / "compiled.txt"
        (folder / "lib").mkdir()
        (folder / "lib/part.flow").write_text(PART)
        for name in ("shop", "desk"):
            (folder / name).mkdir()
            (folder / name / f"{name}.flow").write_text(ROOT.replace("NAME", name))
        (folder / "handlers").mkdir()
        (folder / "handlers/more.cpp").write_text("int more() { return 1; }\n")
        (folder / "both.cpp").write_text("int both() { return 2; }\n")
        (folder / "CMakeLists.txt").write_text(PROJECT)
        self.environment = {**os.environ, "MESHC_COMPILE_LOG": str(self.log), "PATH": path + os.environ["PATH"]}
        configure = ["cmake", "-S", folder, "-B", self.build, "-G", generator, f"-Dmeshc_DIR={package}", *options,
                     f"-DCMAKE_CXX_COMPILER_LAUNCHER={sys.executable};{HERE / 'compiler.py'}"]
        done = subprocess.run(configure, capture_output=True, text=True, env=self.environment)
        self.said = done.stdout + done.stderr  # While it was configured.
        require(done.returncode == 0, "configures", self.said)

    def make(self):
        """Builds the libraries; returns what was compiled, and what was said."""
        self.log.write_text("")
        command = ["cmake", "--build", self.build, "--target", "libraries"]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment)
        said = done.stdout + done.stderr
        return sorted(self.log.read_text().split()), said, done.returncode

    def edit(self, name, before, after):
        path = self.folder / name
        text = path.read_text()
        require(before in text, f"{name} holds `{before}`", text)
        path.write_text(text.replace(before, after))


def require(holds, what, said):
    if not holds:
        sys.exit(f"FAILED: {what}\n{said}")


def compiled(project, what, expected):
    """`expected`: a test of the list of compiled files."""
    files, first_said, code = project.make()
    require(code == 0, f"{what}: builds", first_said)
    require(expected(files), f"{what}: what was compiled", f"{files}\n{first_said}")
    again, said, _ = project.make()
    require(again == [], f"{what}: a second build compiles nothing", f"{again}\n{said}")
    ran = "Compiling the mesh" in said or "Configuring done" in said
    require(not ran, f"{what}: a second build runs no meshc", said)
    return first_said


def holds_first_build(project):
    said = project.said + compiled(project, "first build", lambda files: files.count("store.cpp") == 2
                                   and files.count("more.cpp") == 1 and "both.cpp" in files)
    require(said.count("`Aside`") == 2, "a warning of each mesh shows once", said)


def holds_promises(folder, generator, package):
    project = Project(folder, generator, package)
    holds_first_build(project)
    project.edit("shop/shop.flow", "mesh", "mesh")
    compiled(project, "touch", lambda files: files == [])
    project.edit("lib/part.flow", "record", "// About orders.\nrecord")
    compiled(project, "comment", lambda files: files == [])
    project.edit("lib/part.flow", "id: string;", "id: string; price: float = 0.0;")
    compiled(project, "new member of both", lambda files: files.count("types.cpp") == 2)
    project.edit("shop/shop.flow", "{ store; }", "{ store; check; }\nprocessor check(stored: bool);")
    compiled(project, "new actor", lambda files: "check.cpp" in files and "more.cpp" not in files)
    require((folder / "shop/actors/check.cpp").exists(), "the new actor has a handler", "")
    project.edit("shop/shop.flow", "{ store; check; }\nprocessor check(stored: bool);", "{ store; }")
    compiled(project, "removed actor", lambda files: "check.cpp" not in files)
    project.edit("desk/desk.flow", "{ store; }", "{ stor; }")
    files, said, code = project.make()
    require(code != 0 and said.count("MC2018") == 1, "an error: fails, and shows once", said)
    project.edit("desk/desk.flow", "{ stor; }", "{ store; }")
    compiled(project, "mend", lambda files: files == [])


def install(build_tree, prefix, *options):
    """The folder of the package's configuration."""
    subprocess.run(["cmake", "--install", build_tree, "--prefix", prefix, *options], check=True, capture_output=True)
    [config] = prefix.glob("**/meshc-config.cmake")
    return config.parent


def holds_when_installed(folder, build_tree):
    package = install(build_tree, folder / "whole")
    (folder / "of_whole").mkdir()
    holds_first_build(Project(folder / "of_whole", "Ninja", package))
    package = install(build_tree, folder / "library", "--component", "library")
    # What stands beside the library does not run here.
    (folder / "library/bin").mkdir(exist_ok=True)
    (folder / "library/bin/meshc").write_text("#!/bin/false\n")
    (folder / "library/bin/meshc").chmod(0o755)
    (folder / "of_library").mkdir()
    holds_first_build(Project(folder / "of_library", "Ninja", package, "-DMESHC_EXECUTABLE=meshc",
                              f"-DCMAKE_PREFIX_PATH={folder / 'library'}",
                              path=f"{folder / 'whole/bin'}:"))
    flags = subprocess.run(["pkg-config", "--variable=includedir", "mesh"], capture_output=True, text=True,
                           env={**os.environ, "PKG_CONFIG_PATH": str(package.parent.parent / "pkgconfig")})
    require((pathlib.Path(flags.stdout.strip()) / "mesh/value/value.h").exists(), "mesh.pc leads to the headers",
            flags.stdout + flags.stderr)


def main():
    build_tree = pathlib.Path(sys.argv[1]).resolve()
    generators = [("Unix Makefiles", "make"), ("Ninja", "ninja")]
    for generator, program in generators:
        if shutil.which(program) is None:
            print(f"{generator}: skipped, there is no {program}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            holds_promises(pathlib.Path(folder), generator, build_tree)
        print(f"{generator}: holds")
    if shutil.which("ninja") is not None:
        with tempfile.TemporaryDirectory() as folder:
            holds_when_installed(pathlib.Path(folder), build_tree)
        print("installed: holds")


if __name__ == "__main__":
    main()
