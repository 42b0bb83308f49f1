"""What a rendered chart gives its pods, against what their handlers may take."""
import json
import sys

MARGIN = 15  # Seconds: to hand back what has not begun, and to end.


def require(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def option(arguments, name):
    return next((each.split("=", 1)[1] for each in arguments if each.startswith(f"--{name}=")), None)


def by_kind(objects, kind):
    return [each for each in objects if each["kind"] == kind]


def check_pod(where, deployment, scaled, mesh, deploy):
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
    if own is not None:
        require(own["minReplicaCount"] > 0 or own["cooldownPeriod"] >= longest,
                f"{where}: {actors} may take {longest} s, and are scaled to zero after {own['cooldownPeriod']}")
        lanes = max(1, len(mesh.lanes[deploy]))
        require(len(own["triggers"]) == len(actors) * lanes, f"{where}: {len(own['triggers'])} triggers for {actors}, {lanes} lanes")
        require(len({trigger["name"] for trigger in own["triggers"]}) == len(own["triggers"]), f"{where}: two triggers of one name")
    else:
        require(deployment["spec"]["replicas"] >= 1, f"{where}: nobody scales {actors}")
    return len(actors)


def check_settings(where, objects, mesh, deploy):
    """Who serves an actor, and who provides queues, is told of the same lanes."""
    told = [json.loads(text) for each in by_kind(objects, "ConfigMap") for name, text in each.get("data", {}).items()
            if name.endswith(".json") and not name.startswith("routes")]
    lanes = [each["lanes"]["names"] for each in told if "lanes" in each]
    wanted = mesh.lanes[deploy]
    require(all(each == wanted for each in lanes), f"{where}: lanes {lanes} instead of {wanted}")
    require(len(lanes) == (len(by_kind(objects, "Deployment")) + 1 if wanted else 0), f"{where}: {len(lanes)} are told of lanes")


def check_redelivery(where, objects, mesh, deploy):
    """RabbitMQ gives nobody more time."""
    if deploy != "amqp":
        return
    urls = [text for each in by_kind(objects, "ConfigMap") for name, text in each.get("data", {}).items() if name == "MESH_TRANSPORT"]
    require(urls and all(int(url.split("redelivery=")[1].split("&")[0]) >= 2 * max(mesh.needs[deploy].values()) for url in urls),
            f"{where}: messages come again while their handlers work: {urls}")


def check(where, objects, mesh, deploy):
    scaled = {each["spec"]["scaleTargetRef"]["name"]: each["spec"] for each in by_kind(objects, "ScaledObject")}
    served = sum(check_pod(where, each, scaled, mesh, deploy) for each in by_kind(objects, "Deployment"))
    require(served == len(mesh.declared), f"{where}: {served} of {len(mesh.declared)} actors are served")
    check_settings(where, objects, mesh, deploy)
    check_redelivery(where, objects, mesh, deploy)
