"""Values that no member of Kubernetes or KEDA has: each of those that are passed through, spoilt once, ends `helm template`."""
import copy
import json
import subprocess
import sys

from programs import as_json

REFUSED = "values don't meet the specifications"
MAPS = {"matchLabels", "metadata", "podAnnotations"}  # Their keys are the user's.
SEVERAL_TYPES = {"port", "cpu", "memory", "divisor", "tolerance"}


def places_of(value, at=()):
    yield at
    if isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places_of(each, (*at, key))


def look(value, at):
    for key in at:
        value = value[key]
    return value


def spoil(values, at):
    """A copy with one fault there: a member that nobody knows, or another type. Nothing where any would do."""
    copied = copy.deepcopy(values)
    found = look(copied, at)
    if isinstance(found, dict):
        if at and at[-1] in MAPS:
            return None
        found["nonsense"] = 1
        return copied
    if isinstance(found, list):
        found.append(None if found and isinstance(found[0], dict) else {"nonsense": 1})
        return copied
    other = 7 if isinstance(found, str) else "seven"
    look(copied, at[:-1])[at[-1]] = {"nonsense": 1} if at[-1] in SEVERAL_TYPES else other
    return copied


def check(node, modules, helm, chart, file, folder, chance, every):
    """Tries one place of `every`, from one by chance. Returns how many were refused."""
    (values,) = as_json(node, modules, [file])[str(file)]
    spoilt_values = [(at, spoilt) for at in places_of(values) if (spoilt := spoil(values, at)) is not None]
    tried = spoilt_values[chance.randrange(every)::every]
    for at, spoilt in tried:
        path = folder / "spoilt.json"
        path.write_text(json.dumps(spoilt))
        done = subprocess.run([helm, "template", "release", chart, "-f", path], capture_output=True, text=True, check=False)
        if done.returncode == 0 or REFUSED not in done.stderr:
            sys.exit(f"FAILED: spoilt at {'.'.join(map(str, at))}, and nobody refuses it: {done.stderr}")
    if len(spoilt_values) < 150:
        sys.exit(f"FAILED: no more than {len(spoilt_values)} faults")
    return len(tried)
