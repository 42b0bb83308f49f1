#!/usr/bin/env bash
# Installs what is needed, then builds and runs the tests on the release build.
#   --full      all of them with all of their counts, on all brokers and releases: hours instead of minutes
#   --sanitize  the unit tests under the sanitizers first; the summary printed last is release's
# Random tests take a seed that no run has had before. MESHC_TEST_SEED=N repeats the run that printed N.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/setup.sh --tests

export MESHC_TEST_SEED=${MESHC_TEST_SEED:-$((RANDOM * 32768 + RANDOM))}
# Many tests wait for servers and browsers most of the time.
jobs=$((2 * $(nproc)))

# Address randomisation with many bits leaves no room for the thread sanitizer's shadow.
fixed_addresses=()
if setarch "$(uname -m)" -R true 2>/dev/null; then fixed_addresses=(setarch "$(uname -m)" -R); fi

# build_and_test PRESET TARGET LABEL
build_and_test() {
  local preset=$1 target=$2 label=$3
  echo "== $preset: $target"
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" --target "$target"
  "${fixed_addresses[@]}" ctest --preset "$preset" -j "$jobs" -L "$label"
}

tests=release
for option in "$@"; do
  case $option in
    --full) tests=full; export MESHC_TEST_FULL=1 ;;
    --sanitize)
      build_and_test tsan concurrency_tests concurrency
      build_and_test asan-ubsan unit_tests unit ;;
    *) echo "usage: tests/run.sh [--full] [--sanitize]" >&2; exit 2 ;;
  esac
done

echo "== release: everything, MESHC_TEST_SEED=$MESHC_TEST_SEED"
cmake --preset release >/dev/null
cmake --build --preset release
ctest --preset "$tests" -j "$jobs"
