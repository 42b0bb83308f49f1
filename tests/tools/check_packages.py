#!/usr/bin/env python3
"""Installs the packages of a build as users do: check_packages.py BUILD FLOW

The Debian packages are read by lintian and by apt; the portable archive runs in a root folder that holds glibc
and nothing else, and so does the package of npm, installed without a network. What VS Code takes holds the server.
"""
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

HANG = 600  # Seconds.


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False, **options)
    return done.returncode, done.stdout + done.stderr


def as_other_root(folder, *command):
    """Runs a program in `folder` as if that, and /proc, were all there is."""
    enter = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
    (folder / "proc").mkdir(exist_ok=True)
    script = 'mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"'
    return run(*enter, "sh", "-c", script, str(folder), *command)


def check_debian(packages):
    files = sorted(glob.glob(str(packages / "*.deb")))
    if len(files) != 2:
        yield f"two packages for Debian were expected: {files}"
    code, told = run("lintian", "--fail-on", "none", *files)
    told = told.replace("running with root privileges is not recommended!", "").strip()
    if code != 0 or told:
        yield f"lintian: {told or code}"
    code, told = run("apt-get", "install", "--simulate", "--no-install-recommends", *files)
    if code != 0:
        yield f"apt does not install them: {told}"


def put_glibc(root):
    loader = pathlib.Path("/lib64/ld-linux-x86-64.so.2")
    (root / "lib64").mkdir(parents=True)
    shutil.copy(loader, root / "lib64" / loader.name)
    folder = root / "lib" / "x86_64-linux-gnu"
    folder.mkdir(parents=True)
    for name in ["libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1"]:
        shutil.copy(pathlib.Path("/lib/x86_64-linux-gnu") / name, folder / name)


def check_program(root, program, flow):
    """A program in a root of glibc alone: it checks, compiles and draws."""
    shutil.copy(flow, root / "a.flow")
    code, told = as_other_root(root, program, "check", "/a.flow")
    if code != 0:
        yield f"{program} check: {code} {told}"
    code, told = as_other_root(root, program, "compile", "/a.flow", "-o", "/out")
    if code != 0 or not (root / "out" / "mesh-manifest.json").exists():
        yield f"{program} compile: {code} {told}"
    code, told = as_other_root(root, program, "graph", "/a.flow", "-o", "/a.svg")
    if code != 0 or "</svg>" not in (root / "a.svg").read_text():
        yield f"{program} graph: {code} {told}"


def check_archive(packages, scratch, flow):
    root = scratch / "archive"
    put_glibc(root)
    archive = glob.glob(str(packages / "meshc-*-linux-*.tar.gz"))[0]
    run("tar", "xzf", archive, "-C", str(root))
    name = pathlib.Path(archive).name.removesuffix(".tar.gz")
    yield from check_program(root, f"/{name}/bin/meshc", flow)


def check_npm(packages, scratch, flow):
    root = scratch / "npm"
    put_glibc(root)
    package = [file for file in glob.glob(str(packages / "meshc-*.tgz"))][0]
    code, told = run("npm", "install", "--offline", "--no-audit", "--no-fund", "--prefix", str(root), package)
    if code != 0:
        yield f"npm: {told}"
    yield from check_program(root, "/node_modules/.bin/meshc", flow)


def check_vsix(packages):
    [package] = packages.glob("*.vsix")
    names = zipfile.ZipFile(package).namelist()
    for name in ["out/extension.js", "server/bin/meshc", "syntaxes/meshflow.tmLanguage.json", "package.json"]:
        if f"extension/{name}" not in names:
            yield f"{package.name} lacks {name}"


def main(build, flow):
    packages = pathlib.Path(build).resolve() / "packages"
    code, told = run("cmake", "--build", build, "--target", "packages")
    if code != 0:
        print(told)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch).resolve()
        problems = list(check_debian(packages))
        problems += list(check_archive(packages, scratch, flow))
        problems += list(check_npm(packages, scratch, flow))
        problems += list(check_vsix(packages))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
