#!/usr/bin/env python3
"""Builds and tests meshc in a fresh root of a Debian release: release_root.py SUITE SOURCE BUILD

The root holds apt and git, a clone of SOURCE and nothing else. In it run both commands of the README, the second one
with the fast tests alone: `examples/run.sh`, which ends with a host that has worked off its messages, and `ctest -L fast`.
Then the packages of the release are made and installed, and the portable archive of BUILD, which may be of an older
release, runs there too. A suite of Ubuntu takes the last step only.
BUILD/releases/SUITE.log tells how far it is; the compiler's cache stays beside it. Exit 77, with a word why, where no root
can be made.
"""
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77
TAIL = 60  # Lines of the log that are shown of a step which fails.
UBUNTU = {"noble": "http://archive.ubuntu.com/ubuntu"}
# Variables by which programs reach the network, and the seed of the tests.
PASSED = ("http_proxy", "https_proxy", "no_proxy", "MESHC_TEST_SEED")

# The caller's ccache is another one: its compiler may bear the same version and another patch.
BUILD_STEPS = """\
cd /meshc
examples/run.sh
.ci/setup.sh --tests
cmake --preset release
cmake --build --preset release --target fast_tests
ctest --preset release -L {label} --no-tests=error --output-on-failure -j "$(nproc)"
"""

PACKAGE_STEPS = """\
cd /meshc
cmake --build --preset release --target packages
apt-get install -y -qq --no-install-recommends ./build/release/packages/*.deb >/dev/null
cp -r examples/support /installed
cd /installed
rm -rf out
meshc check support.flow
meshc compile support.flow -o out
cmake -S out -B out/build -G Ninja >/dev/null
cmake --build out/build
meshc run support.flow -o out --input messages.jsonl >/dev/null
"""

ARCHIVE_STEPS = """\
cd /archive
bin/meshc check /archive.flow
bin/meshc compile /archive.flow -o /archive-out
bin/meshc graph /archive.flow -o /archive.svg
grep -q '</svg>' /archive.svg
"""


def mirror(suite):
    """The mirror that this machine takes its own packages from; none: mmdebstrap's."""
    if suite in UBUNTU:
        return [UBUNTU[suite]]
    done = subprocess.run(["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI) $(RELEASE)", "Created-By: Packages"],
                          capture_output=True, text=True, check=False)
    rows = [line.split(" ") for line in done.stdout.splitlines()]
    return [row[1] for row in rows if len(row) == 3 and row[0] == "Debian" and "-" not in row[2]][:1]


class Release:
    """A root of one suite, and the log of what runs in it."""

    def __init__(self, suite, build):
        self.suite = suite
        self.folder = build / "releases" / suite
        self.log = build / "releases" / f"{suite}.log"
        self.cache = build / "releases" / f"{suite}.ccache"
        self.cache.mkdir(parents=True, exist_ok=True)
        self.log.write_text("")

    def __enter__(self):
        self.remove()
        include = "ca-certificates" if self.suite in UBUNTU else "ca-certificates,git"
        made = self.logged("mmdebstrap", "--variant=apt", "--skip=cleanup/apt", "--dpkgopt=force-unsafe-io",
                           f"--include={include}", '--aptopt=Acquire::Languages "none"', self.suite, str(self.folder),
                           *mirror(self.suite))
        if made != 0:
            print(f"skipped: no root of {self.suite} can be made\n{self.tail()}")
            self.remove()
            sys.exit(SKIPPED)
        return self

    def __exit__(self, *_):
        self.remove()

    def remove(self):
        if self.folder.exists():
            shutil.rmtree(self.folder)

    def logged(self, *command, **options):
        with self.log.open("a") as log:
            return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False, **options).returncode

    def tail(self):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-TAIL:])

    def take(self, name, steps):
        """Runs lines of shell in the root, and ends the test at the first that fails."""
        (self.folder / "ccache").mkdir(exist_ok=True)
        mounts = " && ".join(['mount --rbind /proc "$0/proc"', 'mount --rbind /dev "$0/dev"', 'mount --rbind /sys "$0/sys"',
                              f'mount --bind "{self.cache}" "$0/ccache"'])
        environment = {name: os.environ[name] for name in PASSED if name in os.environ}
        environment |= {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "CCACHE_DIR": "/ccache",
                        "DEBIAN_FRONTEND": "noninteractive"}
        code = self.logged("unshare", "-m", "sh", "-c", f'{mounts} && exec chroot "$0" bash -exc "$1"', str(self.folder), steps,
                           env=environment)
        if code != 0:
            print(f"FAILED: {name} on {self.suite}, exit code {code}\n{self.tail()}")
            sys.exit(1)
        print(f"{self.suite}: {name} passes", flush=True)


def clone(source, release):
    done = subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(source), str(release.folder / "meshc")],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"FAILED: no clone of {source} can be made: {done.stderr}")


def put_archive(source, build, release):
    [archive] = (build / "packages").glob("meshc-*-linux-*.tar.gz")
    (release.folder / "archive").mkdir()
    subprocess.run(["tar", "xzf", str(archive), "--strip-components=1", "-C", str(release.folder / "archive")], check=True)
    shutil.copy(source / "examples/map_reduce/minutes.flow", release.folder / "archive.flow")


def main():
    suite, source, build = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    label = sys.argv[4] if len(sys.argv) > 4 else "fast"
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        print("skipped: it takes root and mmdebstrap to make a Debian")
        sys.exit(SKIPPED)
    with Release(suite, build) as release:
        put_archive(source, build, release)
        release.take("the portable archive", ARCHIVE_STEPS)
        if suite in UBUNTU:
            return
        clone(source, release)
        release.take("examples/run.sh and the fast tests", BUILD_STEPS.format(label=label))
        release.take("the installed packages", PACKAGE_STEPS)


if __name__ == "__main__":
    main()
