#!/usr/bin/env python3
"""Takes the steps of the Dockerfiles in roots that hold nothing else: images.py BUILD SOURCE

The first stage of meshc's image is made whole, from the packages of BUILD: they install where nothing is, and the
program runs there. What the second one installs apt only resolves, as compilers take long to come. The image of a mesh
is built as its Dockerfile says, by the compilers of this machine and the meshc of BUILD; then its host starts in a root
that holds what the last stage has. Exit 77, with a word why, where no Debian can be made.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
HANG = 900  # Seconds.

FLOW = """\
mesh shop;
envelope Sale { in order: string; out stored: bool; }
processor store(order: string) -> (stored: bool);
flow sell on Sale { store; }
"""


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False, **options)
    return done.returncode, done.stdout + done.stderr


def require(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def stages_of(text):
    """[(name, [(word, argument)])] of a Dockerfile, its lines joined."""
    stages = []
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", "")
    for line in filter(None, map(str.strip, text.split("\n"))):
        word, argument = line.split(None, 1)
        if word == "FROM":
            stages.append((argument.split()[-1], []))
        elif stages:
            stages[-1][1].append((word, argument))
    return stages


class Root:
    """A folder that is a Debian of its own."""

    def __init__(self, folder):
        self.folder = folder
        # Its lists stay, so that the steps need not fetch them once more; nobody reads it after a crash.
        code, told = run("mmdebstrap", "--quiet", "--variant=apt", "--skip=cleanup/apt", "--dpkgopt=force-unsafe-io",
                         '--aptopt=Acquire::Languages "none"', "bookworm", str(folder))
        if code != 0:
            print(f"skipped: no Debian can be made: {told}")
            sys.exit(SKIPPED)

    def inside(self, *command):
        script = 'mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"'
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
        return run("unshare", "-m", "sh", "-c", script, str(self.folder), *command, env=environment)

    def copy(self, context, argument):
        *sources, target = argument.split()
        folder = self.folder / target.strip("/")
        folder.mkdir(parents=True, exist_ok=True)
        for source in sources:
            files = list(context.glob(source))
            require(len(files) == 1, f"COPY {source}: {files}")
            shutil.copy(files[0], folder)

    def take(self, steps, context, simulate=False):
        """Simulated, apt says what it would install, and nothing is taken away."""
        for word, argument in steps:
            if word == "COPY" and not argument.startswith("--from"):
                self.copy(context, argument)
            if word != "RUN":
                continue
            argument = re.sub(r"apt-get update\s*&& ", "", argument)
            if simulate:
                argument = argument.replace("apt-get install", "apt-get install --simulate").split("&& rm")[0]
            code, told = self.inside("sh", "-ec", argument)
            require(code == 0, f"RUN {argument}: {told}")


def check_program(root):
    (root.folder / "a.flow").write_text(FLOW)
    for command, wanted in ((["meshc", "--help"], "Subcommands"), (["meshc", "check", "/a.flow"], ""),
                            (["meshc", "graph", "/a.flow", "-o", "/a.svg"], "")):
        code, told = root.inside(*command)
        require(code == 0 and wanted in told, f"{command} in the image: {code} {told}")
    require("</svg>" in (root.folder / "a.svg").read_text(), "the image draws no graph")
    commands = re.findall(r"^  (\w+) ", root.inside("meshc", "--help")[1].split("Subcommands:")[1].split("\n\n")[0], re.M)
    for page in ["meshc", *(f"meshc-{command}" for command in commands)]:
        require((root.folder / "usr/share/man/man1" / f"{page}.1.gz").exists(), f"the package holds no page {page}")


def copy_tree(source, target):
    """As COPY does: what a folder holds, links as links."""
    require(source.is_dir(), f"COPY {source}")
    run("cp", "-a", f"{source}/.", str(target))


class BuildRoot:
    """Stands in for BUILD_IMAGE: the programs of this machine and the build tree, and nothing of it in the way."""

    def __init__(self, folder, build, source):
        self.folder, self.shown = folder, [pathlib.Path(each) for each in ("/usr", "/etc", "/proc", "/dev")] + [build, source]
        self.environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "meshc_DIR": str(build)}
        for each in self.shown:
            (folder / str(each).lstrip("/")).mkdir(parents=True, exist_ok=True)
        for each in ("bin", "sbin", "lib", "lib64"):
            (folder / each).symlink_to(f"usr/{each}")
        (folder / "tmp").mkdir(exist_ok=True)  # The sources may lie below it.

    def take(self, steps, context):
        variables, folder = {}, "/"
        for word, argument in steps:
            if word == "ARG":
                name, _, value = argument.partition("=")
                variables[name] = self.arguments.get(name, value)
            elif word == "WORKDIR":
                folder = argument
                (self.folder / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
            elif word == "COPY":
                require(argument == ". .", f"COPY {argument}")
                copy_tree(context, self.folder / folder.lstrip("/"))
            elif word == "RUN":
                self.run_inside(argument, folder, variables)

    def run_inside(self, command, folder, variables):
        mounts = " && ".join(f'mount --rbind "{each}" "$0{each}"' for each in self.shown)
        code, told = run("unshare", "-m", "sh", "-c", f'{mounts} && cd "$0{folder}" && exec chroot "$0" sh -ec "cd {folder}; $1"',
                         str(self.folder), command, env={**self.environment, **variables})
        require(code == 0, f"RUN {command}: {told[-3000:]}")


def check_host(build, source, folder):
    """The image of a mesh whose handlers stand beside its flow, as compose.yaml has it made."""
    project = folder / "project"
    project.mkdir()
    (project / "shop.flow").write_text(FLOW)
    code, told = run(str(build / "bin/meshc"), "compile", "shop.flow", "-o", "compiled/out", cwd=project)
    require(code == 0, told)
    deploy = project / "compiled/out/deploy"
    composed = (deploy / "compose.yaml").read_text()
    place = {name: re.search(rf'{name}: "(.*?)"', composed)[1] for name in ("context", "dockerfile", "MESH")}
    context = (deploy / place["context"]).resolve()
    require(context == project and (context / place["dockerfile"]).samefile(deploy / "Dockerfile"), f"{place}")
    (_, first), (_, last) = stages_of((context / place["dockerfile"]).read_text())
    root = BuildRoot(folder / "build", build, source)
    root.arguments = {"MESH": place["MESH"]}
    root.take(first, context)

    image = folder / "image"
    image.mkdir()
    for word, argument in last:
        if word == "COPY":
            origin, target = argument.removeprefix("--from=build ").split()
            (image / target.strip("/")).mkdir(parents=True, exist_ok=True)
            copy_tree(root.folder / origin.lstrip("/"), image / target.strip("/"))
    require(dict(last)["USER"] == "10001:10001", "the host runs as nobody in particular")
    for program in ("sh", "apt-get", "dpkg"):
        require(not list(image.glob(f"**/bin/{program}")), f"the last stage has {program}")
    code, told = run_contained(image, "--table")
    require(code == 0 and re.match(r"[0-9a-f]{16}\n", told), f"the host in the image: {code} {told}")
    code, told = run_contained(image, input='{"order": "1"}\n')
    require(code == 1 and '"name":"' in told, f"the host in the image, whose handler is not written: {code} {told}")


def run_contained(image, *arguments, **options):
    """The host, as a container runs it: of the machine there is /proc."""
    (image / "proc").mkdir(exist_ok=True)
    script = 'mount --rbind /proc "$0/proc" && exec chroot --userspec=10001:10001 "$0" /mesh/bin/host "$@"'
    return run("unshare", "-m", "sh", "-c", script, str(image), *arguments, **options)


def main():
    packages, source = pathlib.Path(sys.argv[1]).resolve() / "packages", pathlib.Path(sys.argv[2])
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        print("skipped: it takes root and mmdebstrap to make a Debian")
        sys.exit(SKIPPED)
    (check, first), (build, second) = stages_of((source / "compiler/driver/package/Dockerfile").read_text())
    require((check, build) == ("check", "build"), "the stages of meshc's image")
    with tempfile.TemporaryDirectory() as name:
        root = Root(pathlib.Path(name).resolve() / "root")
        check_host(packages.parent, source.resolve(), pathlib.Path(name).resolve())
        lists = [(word, argument.replace("rm -rf /var/lib/apt/lists/*", "rm -rf")) for word, argument in first]
        root.take(lists, packages)
        check_program(root)
        root.take(second, packages, simulate=True)
    print("images: hold")


if __name__ == "__main__":
    main()
