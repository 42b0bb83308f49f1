"""Patches of kustomize find what they patch in a rendered chart, and leave all else as helm has rendered it, each time."""
import json
import shutil
import sys

from programs import as_json, run

CHANGES = {"Deployment": {"template": {"metadata": {"annotations": {"patched": "yes"}}}}, "ScaledObject": {"maxReplicaCount": 77}}


def is_here():
    return shutil.which("kubectl") is not None


def key(each):
    return each["kind"], each["metadata"]["name"]


def patch_of(each):
    named = {name: each["metadata"][name] for name in ("name", "namespace")}
    return {"apiVersion": each["apiVersion"], "kind": each["kind"], "metadata": named, "spec": CHANGES[each["kind"]]}


def take_back(each, rendered):
    """Makes of a patched object what it was; false: it was not patched."""
    if each["kind"] == "Deployment":
        return each["spec"]["template"]["metadata"]["annotations"].pop("patched", None) == "yes"
    was, each["spec"]["maxReplicaCount"] = each["spec"]["maxReplicaCount"], rendered["spec"]["maxReplicaCount"]
    return was == 77


def build(folder, file, wanted):
    folder.mkdir()
    shutil.copy(file, folder / "all.yaml")
    # What begins with a brace older ones take for one document of JSON.
    (folder / "patch.yaml").write_text("# Patches\n" + "\n---\n".join(map(json.dumps, wanted)))
    # Called deprecated since 5.0, and the one way that Debian's kubectl, which has 2.0, knows too.
    (folder / "kustomization.yaml").write_text("resources: [all.yaml]\npatchesStrategicMerge: [patch.yaml]\n")
    text = run(["kubectl", "kustomize", folder])
    if run(["kubectl", "kustomize", folder]) != text:
        sys.exit(f"FAILED: {file.stem}: two runs of kustomize differ")
    (folder / "built.yaml").write_text(text)
    return folder / "built.yaml"


def check(node, modules, folder, file):
    """`folder`: to be made, for what is built of `file`."""
    (objects,) = as_json(node, modules, [file]).values()
    wanted = [patch_of(each) for each in objects if each["kind"] in CHANGES]
    (patched,) = as_json(node, modules, [build(folder, file, wanted)]).values()
    rendered, found = {key(each): each for each in objects}, 0
    for each in patched:
        same = rendered.pop(key(each))
        if each["kind"] in CHANGES:
            found += take_back(each, same)
        if each != same:
            sys.exit(f"FAILED: {file.stem}: kustomize makes something else of {key(each)}")
    kinds = {each["kind"] for each in wanted}
    if rendered or found != len(wanted) or kinds != set(CHANGES):
        sys.exit(f"FAILED: {file.stem}: kustomize has patched {found} of {len(wanted)} of {kinds}, and lost {list(rendered)}")
    print(f"{found} objects of {file.stem} patched by kustomize, {len(patched) - found} left alone")
