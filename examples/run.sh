#!/usr/bin/env bash
# From nothing to a running mesh: builds meshc, compiles examples/support, builds its host, feeds
# it the messages and prints the way that each took.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/setup.sh
cmake --preset release >/dev/null
cmake --build --preset release --target meshc mesh

meshc=build/release/bin/meshc
flow=examples/support/support.flow
out=examples/support/out

$meshc compile $flow -o $out
cmake -S $out -B $out/build -G Ninja -DCMAKE_BUILD_TYPE=Release -Dmeshc_DIR="$PWD/build/release" >/dev/null
cmake --build $out/build
$meshc graph $flow -o $out/support.svg

failed=0
$meshc run $flow -o $out --input examples/support/messages.jsonl > $out/results.jsonl || failed=$?
python3 - $out/results.jsonl <<'PRINT'
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    result = json.loads(line)
    print(f"{result['input']:3} {result['outcome']}: {' > '.join(result['route'])}")
PRINT
echo "results: $out/results.jsonl, graph: $out/support.svg"
exit $failed
