#!/usr/bin/env bash
# Installs what is needed, then builds and runs all tests on the release build.
# With --sanitize the unit tests run under the sanitizers first; the summary printed last is release's.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/setup.sh --tests

# Address randomisation with many bits leaves no room for the thread sanitizer's shadow.
fixed_addresses=()
if setarch "$(uname -m)" -R true 2>/dev/null; then fixed_addresses=(setarch "$(uname -m)" -R); fi

# build_and_test PRESET TARGET LABEL
build_and_test() {
  local preset=$1 target=$2 label=$3
  echo "== $preset: $target"
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" --target "$target"
  "${fixed_addresses[@]}" ctest --preset "$preset" -j "$(nproc)" -L "$label"
}

if [ "${1:-}" = --sanitize ]; then
  build_and_test tsan concurrency_tests concurrency
  build_and_test asan-ubsan unit_tests unit
fi

echo "== release: everything"
cmake --preset release >/dev/null
cmake --build --preset release
ctest --preset release -j "$(nproc)"
