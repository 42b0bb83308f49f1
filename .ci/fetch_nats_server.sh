#!/usr/bin/env bash
# Unpacks the nats-server of Debian 13 beside the installed one, for tests that need 2.10.20 or newer, which replicate state.
# Nothing is installed. Prints why if there is none; the tests that need it are skipped then.
set -euo pipefail

suite=trixie
needed=2.10.20
folder=${XDG_CACHE_HOME:-$HOME/.cache}/meshc/nats-server

# is_enough PROGRAM
is_enough() {
  local found
  found=$("$1" --version 2>/dev/null | sed -n 's/^nats-server: v//p')
  [ -n "$found" ] && dpkg --compare-versions "$found" ge "$needed"
}

skip() {
  echo "no nats-server of $needed or newer: $1; tests of NATS clusters are skipped" >&2
  exit 0
}

is_enough "${NATS_SERVER:-nats-server}" && exit 0
is_enough "$folder/nats-server" && exit 0
mirror=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
  awk '$1 == "Debian" && $3 !~ /-/ && !found++ { print $2 }')
[ -n "$mirror" ] || skip "apt knows no mirror of Debian"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -e "$keys" ] || skip "the keys of Debian are missing"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/{lists,cache,parts}/partial
echo "deb [signed-by=$keys] $mirror $suite main" >"$scratch/sources.list"
apt=(apt-get -qq -o Dir::Etc::SourceList="$scratch/sources.list" -o Dir::Etc::SourceParts="$scratch/parts"
  -o Dir::State::Lists="$scratch/lists" -o Dir::Cache="$scratch/cache" -o Acquire::Languages=none -o APT::Sandbox::User=root)
cd "$scratch"
"${apt[@]}" update >log 2>&1 || skip "$mirror has no $suite, or cannot be reached"
"${apt[@]}" download nats-server >log 2>&1 || skip "$mirror has no nats-server in $suite"
dpkg-deb --extract nats-server_*.deb unpacked
mkdir -p "$folder"
cp "$(find unpacked/usr -type f -path '*bin/nats-server')" "$folder/nats-server"
is_enough "$folder/nats-server" || skip "that of $suite does not run here"
