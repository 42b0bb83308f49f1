#!/usr/bin/env bash
# Looks for inputs that break a target: run.sh TARGET SECONDS [libFuzzer options]
# What it learns stays in build/fuzz/corpus/TARGET, so that the next run goes on from there; inputs that
# crash, take 20 seconds or 3 GB of memory lie in build/fuzz/findings/TARGET, and the exit code tells.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=${1:?a target: the name of one of tests/fuzz/*_fuzz.cpp}
seconds=${2:?seconds to run}
shift 2

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target "fuzz_$target"
learnt=build/fuzz/corpus/$target
findings=build/fuzz/findings/$target
mkdir -p "$learnt" "$findings"

exec "build/fuzz/bin/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 \
  -dict=tests/fuzz/flow.dict -artifact_prefix="$findings/" -print_final_stats=1 "$@" \
  "$learnt" "tests/fuzz/corpus/$target"
