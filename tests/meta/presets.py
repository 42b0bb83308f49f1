"""presets.py SOURCE: every preset of the tree can be configured. CI builds one of them; the others are asked for by
hand, for the sanitizers and the fuzzer."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile


def main() -> int:
    source = pathlib.Path(sys.argv[1])
    presets = json.loads((source / "CMakePresets.json").read_text())["configurePresets"]
    failed = []
    for preset in (preset for preset in presets if not preset.get("hidden")):
        compiler = preset.get("cacheVariables", {}).get("CMAKE_CXX_COMPILER")
        if compiler and not shutil.which(compiler):
            print(f"{preset['name']}: left out, {compiler} is not here")
            continue
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["cmake", "--preset", preset["name"], "-B", folder], cwd=source, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode == 0 and (pathlib.Path(folder) / "build.ninja").exists():
                continue
        failed.append(preset["name"])
        print(done.stdout)
    print(f"cannot be configured: {', '.join(failed)}" if failed else "every preset can be configured")
    return 1 if failed else 0


sys.exit(main())
