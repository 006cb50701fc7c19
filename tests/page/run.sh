#!/bin/sh
# Tests the page of a trace in Chromium (tests/page/harness.js explains how).
#
#   tests/page/run.sh NODE CACHE MAKER [--record] [PART-OF-A-NAME]      (`./x test page [NAME]` fills in the rest)
#
# MAKER is the program of crates/trace/examples/page.rs. --record: the current screenshots and accessibility trees become the references.
set -eu
[ $# -ge 3 ] || {
  sed -n '4s/^#  *//p' "$0" >&2
  exit 2
}
node=$1 maker=$3
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
mkdir -p "$2"
cache=$(CDPATH='' cd -- "$2" && pwd -P)
shift 3

if ! cmp -s "$here/package-lock.json" "$cache/installed"; then
  cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$cache"
  npm ci --prefix "$cache" --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null >&2
  cp "$here/package-lock.json" "$cache/installed"
fi
HEXLOOP_PAGE_CACHE=$cache HEXLOOP_PAGE_MAKER=$maker exec "$node" "$here/main.js" "$@"
