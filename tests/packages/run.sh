#!/bin/sh
# Runs real programs with real packages from npm and compares what they print with what Node 26 printed.
#
#   tests/packages/run.sh RUNTIME CACHE [PART-OF-A-NAME]            compare
#   tests/packages/run.sh --record NODE CACHE [PART-OF-A-NAME]      record again
#
# (`./x test packages [NAME]` and `./x test packages --record [NAME]` fill in the rest.)
#
# A program is `commonjs/NAME.js|ts` or `modules/NAME.js|ts`: the folder's package.json sets the module format. Its recordings are
# beside it: `.out`, and `.err` if standard error is not empty. Comment lines at its top may have directives:
#   // command: FILE ARGS     run this instead of the program (a package's own command line)
#   // exit: CODE             the exit code, if not 0
# The packages go into CACHE/node_modules by `npm ci`, at the versions of package-lock.json, without install scripts; the
# programs are copied beside them and run there, so nothing is ever installed among the sources.
#
# `expected-failures` lists the programs that cannot run yet, one per line: NAME | what hexloop prints | what is missing.
# A listed one must fail with exactly that; when it passes, the line has to be removed. Nothing is skipped.
# Exit code: 0 all as expected, 1 something is not, 2 wrong usage.
set -u

usage() {
  sed -n '4,5s/^#  *//p' "$0" >&2
  exit 2
}

record=false
if [ "${1:-}" = --record ]; then
  record=true
  shift
fi
[ $# -ge 2 ] || usage
runtime=$1 cache=$2 only=${3:-}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
listed=$here/expected-failures
"$runtime" --version >/dev/null 2>&1 || {
  echo "packages: $runtime does not run" >&2
  exit 2
}

# ---- The packages --------------------------------------------------------------------

install() {
  command -v npm >/dev/null 2>&1 || {
    echo 'packages: npm is not on PATH. Install Node (its package brings npm; on Debian: apt-get install npm), then run this again.' >&2
    exit 2
  }
  echo "packages: installing into $cache" >&2
  rm -f "$cache/installed"
  cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$cache"
  npm ci --prefix "$cache" --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null >&2 || {
    echo 'packages: npm could not install them (see above)' >&2
    exit 2
  }
  cp "$here/package-lock.json" "$cache/installed"
}

mkdir -p "$cache"
cache=$(CDPATH='' cd -- "$cache" && pwd -P)
cmp -s "$here/package-lock.json" "$cache/installed" || install
rm -rf "$cache/commonjs" "$cache/modules" "$cache/fixtures"
cp -R "$here/commonjs" "$here/modules" "$here/fixtures" "$cache"

# ---- Running one ---------------------------------------------------------------------

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# What would change what a package prints, were it set where this runs.
unset FORCE_COLOR NO_COLOR COLORTERM CI DEBUG NODE_OPTIONS NODE_PATH NODE_ENV NODE_DEBUG NODE_DISABLE_COLORS
TZ=UTC LC_ALL=C.UTF-8 TERM=dumb
export TZ LC_ALL TERM
limit=
if command -v timeout >/dev/null 2>&1; then limit='timeout 120'; fi

# The value of a directive of the comment lines that open a program.
directive() {
  sed -n -e '/^\/\//!q' -e "s|^// $2: ||p" "$1"
}

# Removes what may differ: the path of this tree, durations, internal stack frames, and the type name that V8 prints before an
# anonymous function (`Context.<anonymous>`).
neutral() {
  sed -e "s|$cache|<here>|g" -e 's/([0-9][0-9]*ms)/(some ms)/' -e '/^ *at .*node:/d' \
    -e 's/^\( *at \)[A-Za-z]*\.<anonymous> (\(.*\))$/\1\2/' -e 's|^\( *at \)<here>/|\1|' "$1"
}

run() {
  command=$(directive "$program" command)
  # Unquoted on purpose: several words, and patterns among them, as a shell reads them.
  # shellcheck disable=SC2086
  (cd "$cache" && exec $limit "$runtime" ${command:-"$name"} </dev/null >"$scratch/raw-out" 2>"$scratch/raw-err")
  code=$?
  neutral "$scratch/raw-out" >"$scratch/out"
  neutral "$scratch/raw-err" >"$scratch/err"
}

keep() {
  cp "$scratch/out" "$base.out"
  if [ -s "$scratch/err" ]; then cp "$scratch/err" "$base.err"; else rm -f "$base.err"; fi
  if [ "$code" = "$wanted_code" ]; then
    echo "recorded   $name"
    passed=$((passed + 1))
  else
    echo "FAILED     $name: ended with $code, its head says $wanted_code"
    sed 's/^/           /' "$scratch/err"
    failed=$((failed + 1))
  fi
}

# ---- Judging it ----------------------------------------------------------------------

agrees() {
  wanted_err=/dev/null
  [ ! -f "$base.err" ] || wanted_err=$base.err
  [ "$code" = "$wanted_code" ] && cmp -s "$base.out" "$scratch/out" && cmp -s "$wanted_err" "$scratch/err"
}

# The cause that `expected-failures` gives for a program; nothing for one that must pass.
known_cause() {
  awk -F ' *[|] *' -v name="$name" '!/^#/ && $1 == name { print $2; exit }' "$listed"
}

judge() {
  cause=$(known_cause)
  if agrees; then
    if [ -z "$cause" ]; then
      echo "ok         $name"
      passed=$((passed + 1))
    else
      echo "PASSES     $name: take its line out of expected-failures"
      failed=$((failed + 1))
    fi
  elif [ -n "$cause" ] && cat "$scratch/out" "$scratch/err" | grep -qF -e "$cause"; then
    echo "expected   $name: $cause"
    expected=$((expected + 1))
  else
    explain
    failed=$((failed + 1))
  fi
}

explain() {
  case $code in
    "$wanted_code") echo "FAILED     $name" ;;
    124) echo "FAILED     $name: did not end within two minutes" ;;
    *) echo "FAILED     $name: ended with $code, Node with $wanted_code" ;;
  esac
  [ -z "$cause" ] || echo "           (expected-failures says: $cause)"
  diff "$base.out" "$scratch/out" | head -n "${PACKAGES_LINES:-12}" | cut -c1-300 | sed 's/^/           /'
  diff "$wanted_err" "$scratch/err" | head -n "${PACKAGES_LINES:-12}" | cut -c1-300 | sed 's/^/           standard error: /'
}

passed=0 expected=0 failed=0
cd "$here" || exit 2
for program in commonjs/*.js commonjs/*.ts modules/*.js modules/*.ts; do
  [ -f "$program" ] || continue # a pattern that no file fits
  case $program in *"$only"*) ;; *) continue ;; esac
  name=$program
  base=$here/${program%.*}
  wanted_code=$(directive "$program" exit)
  wanted_code=${wanted_code:-0}
  run
  if $record; then keep; else judge; fi
done

total=$((passed + expected + failed))
if [ "$total" = 0 ]; then
  echo "packages: no program's name contains '$only'" >&2
  exit 1
fi
# A line for a program that does not exist would look like a known failure.
if [ -z "$only" ]; then
  sed -n 's/^\([^#|][^| ]*\) *|.*/\1/p' "$listed" >"$scratch/names"
  while read -r name; do
    [ -f "$name" ] && continue
    echo "FAILED     expected-failures names $name, which is not there"
    failed=$((failed + 1))
  done <"$scratch/names"
fi
if $record; then
  echo "$total programs: $passed recorded, $failed failed"
else
  echo "$total programs: $passed as on Node 26, $expected fail as listed in expected-failures, $failed unexpected"
fi
[ "$failed" = 0 ]
