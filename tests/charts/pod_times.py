"""What a rendered chart gives its pods, against what their handlers may take."""
import collections
import json
import sys

MARGIN = 15  # Seconds: to hand back what has not begun, and to end.


# What random deploys are to bring up: a check that meets nothing of it says nothing.
MET = ("pods with several actors", "pods that autoscalers of nodes leave", "pods that rest at zero", "pods with plain replicas",
       "actors of which one call lasts longer than it says", "pods with several calls at once", "hosts told of lanes",
       "lanes by weight", "times that a broker gives")


def require(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def option(arguments, name):
    return next((each.split("=", 1)[1] for each in arguments if each.startswith(f"--{name}=")), None)


def by_kind(objects, kind):
    return [each for each in objects if each["kind"] == kind]


def longer_than_said(mesh, deploy, actor):
    return mesh.needs[deploy][actor] > mesh.declared[actor]


def check_pod(where, deployment, scaled, mesh, deploy, met):
    pod = deployment["spec"]["template"]["spec"]
    arguments = pod["containers"][0]["args"]
    actors = [actor for actor in option(arguments, "actor").split(",") if not actor.startswith("@")]
    if not actors:
        return 0
    longest = max(mesh.needs[deploy][actor] for actor in actors)
    grace, drain = pod["terminationGracePeriodSeconds"], int(option(arguments, "grace"))
    require(grace >= longest + MARGIN, f"{where}: {actors} may take {longest} s, and a pod has {grace} to end")
    require(longest + 10 <= drain <= grace - 5, f"{where}: a host is given {drain} s of {grace}, for {longest} s")
    threads = int(option(arguments, "threads"))
    at_once = sum(mesh.at_once[deploy][actor] for actor in actors)
    require(threads >= at_once + 2, f"{where}: {threads} threads for {at_once} calls of {actors}")
    annotations = deployment["spec"]["template"]["metadata"]["annotations"]
    kept = annotations.get("cluster-autoscaler.kubernetes.io/safe-to-evict") == "false"
    require(kept == (grace > 600), f"{where}: {grace} s to end, and autoscalers of nodes may evict it: {not kept}")
    own = scaled.get(deployment["metadata"]["name"])
    met.update({"pods with several actors": len(actors) > 1, "pods that autoscalers of nodes leave": kept,
                "pods with several calls at once": at_once > len(actors), "pods with plain replicas": own is None,
                "pods that rest at zero": own is not None and own["minReplicaCount"] == 0,
                "actors of which one call lasts longer than it says": sum(longer_than_said(mesh, deploy, actor) for actor in actors)})
    if own is not None:
        require(own["minReplicaCount"] > 0 or own["cooldownPeriod"] >= longest,
                f"{where}: {actors} may take {longest} s, and are scaled to zero after {own['cooldownPeriod']}")
        lanes = max(1, len(mesh.lanes[deploy]))
        require(len(own["triggers"]) == len(actors) * lanes, f"{where}: {len(own['triggers'])} triggers for {actors}, {lanes} lanes")
        require(len({trigger["name"] for trigger in own["triggers"]}) == len(own["triggers"]), f"{where}: two triggers of one name")
    else:
        require(deployment["spec"]["replicas"] >= 1, f"{where}: nobody scales {actors}")
    return len(actors)


def check_settings(where, objects, mesh, deploy, met):
    """Who serves an actor, and who provides queues, is told of the same lanes."""
    told = [json.loads(text) for each in by_kind(objects, "ConfigMap") for name, text in each.get("data", {}).items()
            if name.endswith(".json") and not name.startswith("routes")]
    lanes = [each["lanes"]["names"] for each in told if "lanes" in each]
    wanted = mesh.lanes[deploy]
    require(all(each == wanted for each in lanes), f"{where}: lanes {lanes} instead of {wanted}")
    met.update({"hosts told of lanes": len(lanes), "lanes by weight": sum("weights" in each["lanes"] for each in told if "lanes" in each)})
    require(len(lanes) == (len(by_kind(objects, "Deployment")) + 1 if wanted else 0), f"{where}: {len(lanes)} are told of lanes")


def check_redelivery(where, objects, mesh, deploy, met):
    """RabbitMQ gives nobody more time."""
    if deploy.startswith("nats"):
        return
    urls = [text for each in by_kind(objects, "ConfigMap") for name, text in each.get("data", {}).items() if name == "MESH_TRANSPORT"]
    require(urls and all(int(url.split("redelivery=")[1].split("&")[0]) >= 2 * max(mesh.needs[deploy].values()) for url in urls),
            f"{where}: messages come again while their handlers work: {urls}")
    met["times that a broker gives"] += len(urls)


def check(where, objects, mesh, deploy):
    """How often each of MET was there."""
    met = collections.Counter()
    scaled = {each["spec"]["scaleTargetRef"]["name"]: each["spec"] for each in by_kind(objects, "ScaledObject")}
    served = sum(check_pod(where, each, scaled, mesh, deploy, met) for each in by_kind(objects, "Deployment"))
    require(served == len(mesh.declared), f"{where}: {served} of {len(mesh.declared)} actors are served")
    check_settings(where, objects, mesh, deploy, met)
    check_redelivery(where, objects, mesh, deploy, met)
    return met


def check_met(met):
    """That the checks of all deploys together have met each of MET."""
    require(set(met) == set(MET), f"counted are {sorted(met)}")
    require(all(met[each] > 0 for each in MET), f"random deploys leave something out: {dict(met)}")
    print("random deploys: " + ", ".join(f"{met[each]} {each}" for each in MET))
