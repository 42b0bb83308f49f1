"""The faults: small, realistic mistakes, each of which some test must notice."""
import dataclasses
import hashlib
import pathlib
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
LEAST_FAULTS = 120


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    file: str
    before: str
    after: str

    def key(self):
        """Changes whenever the fault does: what is known of another one does not hold for it."""
        text = "\0".join((self.file, self.before, self.after))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def applied_to(self, text):
        if text.count(self.before) != 1:
            raise ValueError(f"{self.name}: its text stands {text.count(self.before)} times in {self.file}")
        return text.replace(self.before, self.after)


def read_faults():
    faults = []
    for path in sorted((HERE / "faults").glob("*.toml")):
        for row in tomllib.loads(path.read_text())["fault"]:
            faults.append(Fault(**row))
    return faults


def problems_of(tree, faults):
    """What is wrong with the list, a line each; its texts are looked for in `tree`."""
    names = set()
    for fault in faults:
        source = tree / fault.file
        if fault.name in names:
            yield f"{fault.name}: two faults bear this name"
        names.add(fault.name)
        if not source.is_file():
            yield f"{fault.name}: there is no {fault.file}"
            continue
        count = source.read_text().count(fault.before)
        if count != 1:
            yield f"{fault.name}: its text stands {count} times in {fault.file}, where it must stand once"
        if fault.before == fault.after:
            yield f"{fault.name}: it changes nothing"
    if len(faults) < LEAST_FAULTS:
        yield f"{len(faults)} faults, at least {LEAST_FAULTS} are wanted"
