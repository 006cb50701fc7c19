#!/bin/sh
# tests/engines/tree.sh SUITE FOLDER [PACKAGES]: a Debian tree of another release in FOLDER, with that release's JavaScriptCore and the
# commands that the tests start, or with other packages (none: an empty argument). Created once, in two to three minutes, by debootstrap, as root; created again when the list of packages changes.
# The mirror is the one that apt uses here.
set -eu

suite=$1
tree=$2
packages=${3-libjavascriptcoregtk-4.1-0,ca-certificates,procps,python3-minimal,openssl}

[ ! -f "$tree/.complete" ] || [ "$(cat "$tree/.complete")" != "$packages" ] || exit 0

[ "$(id -u)" = 0 ] || {
  echo "a tree of Debian $suite can only be made as root" >&2
  exit 1
}
command -v debootstrap >/dev/null 2>&1 || {
  echo 'debootstrap is not installed' >&2
  exit 1
}
# shellcheck disable=SC2016 # apt expands it
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null | head -n 1)

rm -rf "$tree.new"
mkdir -p "$tree.new"
# shellcheck disable=SC2086 # no mirror is no argument
debootstrap --variant=minbase ${packages:+--include="$packages"} "$suite" "$tree.new" ${mirror:-} >"$tree.log" 2>&1 || {
  tail -n 20 "$tree.log" >&2
  exit 1
}
rm -rf "$tree.new/var/cache/apt/archives" "$tree"
echo "$packages" >"$tree.new/.complete"
mv "$tree.new" "$tree"
