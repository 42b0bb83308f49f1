"""A copy of the sources, in which faults are put and which is built."""
import hashlib
import os
import pathlib
import re
import subprocess
import time

FAILED = re.compile(r"^\[  FAILED  \] ([\w/]+\.[\w/]+)", re.MULTILINE)
LEAST_LIMIT = 100  # Seconds, of what takes a moment; others have twenty times what they take without a fault.


class Scratch:
    """`folder` is ours alone, and kept from run to run: what was built is not built again."""

    def __init__(self, source, folder, preset, jobs):
        self.source = source
        self.tree = folder / "tree"
        self.build = self.tree / "build" / preset
        self.preset = preset
        self.jobs = jobs

    def prepare(self):
        """Copies what differs, so that little is built anew. Hands on the digest of all sources."""
        listed = subprocess.run(["git", "-C", self.source, "ls-files", "-z", "--cached", "--others",
                                 "--exclude-standard"], check=True, capture_output=True).stdout
        names = [name for name in listed.decode().split("\0") if name and (self.source / name).is_file()]
        digest = hashlib.sha256()
        for name in sorted(names):
            content = (self.source / name).read_bytes()
            digest.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
            self.put(name, content, (self.source / name).stat().st_mode)
        known = set(names)
        for path in self.tree.rglob("*"):
            name = str(path.relative_to(self.tree))
            if path.is_file() and not name.startswith("build/") and name not in known:
                path.unlink()
        # Most of the time is the compiler's and the linker's: nothing is made better than it has to be.
        subprocess.run(["cmake", "--preset", self.preset, "-DCMAKE_BUILD_TYPE=Debug",
                        "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -DNDEBUG", "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold"],
                       cwd=self.tree, check=True, stdout=subprocess.DEVNULL)
        return digest.hexdigest()[:16]

    def put(self, name, content, mode=None):
        path = self.tree / name
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if mode is not None:
            path.chmod(mode & 0o777)

    def targets(self):
        listed = subprocess.run(["ninja", "-C", self.build, "-t", "targets", "all"], check=True, capture_output=True,
                                text=True).stdout
        return {line.split(":")[0] for line in listed.splitlines() if ": phony" in line or ": CXX_EXEC" in line}

    def compile(self, suites):
        """What the compiler says; empty: it is built."""
        targets = sorted({target for suite in suites for target in suite.targets()})
        made = subprocess.run(["ninja", "-C", self.build, "-j", str(self.jobs)] + targets,
                              capture_output=True, text=True)
        return "" if made.returncode == 0 else made.stdout[-2000:] + made.stderr[-500:]

    def arguments_of(self, suite):
        for argument in suite.arguments:
            if argument.startswith("{glob:"):
                yield from (str(path) for path in sorted(self.tree.glob(argument[6:-1])))
            else:
                yield argument.replace("{tree}", str(self.tree))

    def run(self, suite, limit, only=()):
        """(what failed, seconds): names of tests, or the suite's own; empty: all passed."""
        command = [str(self.build / "bin" / suite.target), *self.arguments_of(suite)]
        if only:
            command.append("--gtest_filter=" + ":".join(only))
        shards = 1 if only else suite.shards
        began = time.monotonic()
        running = [subprocess.Popen(command, cwd=self.tree, text=True, errors="replace", stdout=subprocess.PIPE,
                                    stderr=subprocess.DEVNULL, env=os.environ | {
                                        "GTEST_TOTAL_SHARDS": str(shards), "GTEST_SHARD_INDEX": str(shard)})
                   for shard in range(shards)]
        try:
            said = [program.communicate(timeout=max(limit, LEAST_LIMIT) - (time.monotonic() - began))[0]
                    for program in running]
        except subprocess.TimeoutExpired:
            return [f"{suite.name} hangs"], time.monotonic() - began
        finally:
            for program in running:
                program.kill()
                program.wait()
        took = time.monotonic() - began
        if all(program.returncode == 0 for program in running):
            return [], took
        names = sorted(set(FAILED.findall("".join(said)))) if suite.is_gtest else []
        return names or [f"{suite.name} fails"], took


def scratch_of(source, folder, preset, jobs):
    folder.mkdir(parents=True, exist_ok=True)
    return Scratch(pathlib.Path(source).resolve(), folder.resolve(), preset, jobs)
