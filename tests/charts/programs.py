"""Other programs, and YAML as they read it."""
import json
import os
import subprocess
import sys


def run(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=900, **options)
    if done.returncode != 0:
        sys.exit(f"FAILED: {' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def as_json(node, modules, files):
    """The objects of rendered files, by file; read by what reads YAML for the judges."""
    script = ("const Y=require('yaml'),fs=require('fs');const o={};for(const f of process.argv.slice(1))"
              "o[f]=Y.parseAllDocuments(fs.readFileSync(f,'utf8'),{merge:true}).map(d=>d.toJS()).filter(Boolean);console.log(JSON.stringify(o))")
    return json.loads(run([node, "-e", script, *files], env={**os.environ, "NODE_PATH": str(modules)}))
