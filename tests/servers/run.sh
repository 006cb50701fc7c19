#!/bin/sh
# Runs the programs here, which start real servers and clients themselves, and compares what they print with what Node 26
# printed (NAME.out; recorded with `node NAME.js >NAME.out` beside the packages of package-lock.json).
#
#   tests/servers/run.sh RUNTIME CACHE [PART-OF-A-NAME]      (`./x test servers [NAME]` fills in the rest)
set -u
[ $# -ge 2 ] || {
  sed -n '5s/^#  *//p' "$0" >&2
  exit 2
}
runtime=$1 only=${3:-}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
mkdir -p "$2"
cache=$(CDPATH='' cd -- "$2" && pwd -P)
case $runtime in /*) ;; *) runtime=$PWD/$runtime ;; esac

if ! cmp -s "$here/package-lock.json" "$cache/installed"; then
  cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$cache"
  npm ci --prefix "$cache" --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null >&2 || exit 2
  cp "$here/package-lock.json" "$cache/installed"
fi
cp "$here"/*.js "$cache"

failed=0 total=0
for recorded in "$here"/*.out; do
  name=$(basename "$recorded" .out)
  case $name in *"$only"*) ;; *) continue ;; esac
  total=$((total + 1))
  if (cd "$cache" && timeout 120 "$runtime" "$name.js" </dev/null >"$cache/$name.printed" 2>&1) &&
    diff "$recorded" "$cache/$name.printed" >"$cache/$name.diff"; then
    echo "ok         $name"
  else
    echo "FAILED     $name"
    diff "$recorded" "$cache/$name.printed" | head -n 20 | sed 's/^/           /'
    failed=$((failed + 1))
  fi
done
echo "$total programs: $failed failed"
[ "$failed" = 0 ] && [ "$total" -gt 0 ]
