#!/bin/sh
# Runs the order programs of the `node` profile on a real Node and compares.
#
#   tests/order/verify-node.sh PATH-TO-NODE [PART-OF-A-NAME]
#
# A program differs when three runs in a row differ from its `.out`, its `.err` (none: nothing) or its exit code; one that
# agrees on a second or third run is reported as unsteady (on a stalled host two timers may be due together). Programs
# marked `// node: may-differ` show the entry rule (docs/event-loop.md, Determinism), which Node leaves open: there the same lines in
# another order are accepted, and reported.
#
# Standard output goes to a file, not a pipe: a pipe makes Node handle events of its own between the program's.
# Exit code: 0 no difference, 1 some, 2 wrong usage.

here=$(cd "$(dirname "$0")" && pwd)
node=${1:-}
only=${2:-}
if [ -z "$node" ] || ! "$node" --version >/dev/null 2>&1; then
    echo "usage: verify-node.sh PATH-TO-NODE [PART-OF-A-NAME]" >&2
    exit 2
fi
case $("$node" --version) in
v26.*) ;;
*) echo "warning: the expectations are Node 26's, this is $("$node" --version)" >&2 ;;
esac

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
TMPDIR=$scratch
export TMPDIR
unset NODE_OPTIONS NODE_PATH UV_THREADPOOL_SIZE FORCE_COLOR

# The value of a directive of the comment lines that open a program.
directive() {
    sed -n -e '/^\/\//!q' -e "s|^// $2: ||p" "$1"
}

run() {
    # Unquoted on purpose: flags are several words.
    # shellcheck disable=SC2086
    "$node" $flags "$program" >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
}

# What was printed on standard error, as ../comparable.mjs leaves it, is the .err; without one, nothing is.
stderr_agrees() {
    if [ ! -f "$base.err" ]; then
        [ ! -s "$scratch/err" ]
        return
    fi
    "$node" "$here/../comparable.mjs" "$(dirname "$program")" <"$scratch/err" | cmp -s "$base.err" -
}

agrees() {
    [ "$code" = "$wanted_code" ] && cmp -s "$base.out" "$scratch/out" && stderr_agrees
}

agrees_but_for_the_order() {
    sort "$base.out" >"$scratch/wanted-sorted"
    sort "$scratch/out" | cmp -s "$scratch/wanted-sorted" - && [ "$code" = "$wanted_code" ] && stderr_agrees
}

total=0 same=0 open=0 unsteady=0 different=0
for program in "$here"/*/*.js "$here"/*/*.mjs; do
    name=${program#"$here"/}
    case $name in *"$only"*) ;; *) continue ;; esac
    profile=$(directive "$program" profile)
    mark=$(directive "$program" node)
    if [ "$mark" = no ] || [ -n "$profile" ]; then continue; fi

    total=$((total + 1))
    base=${program%.*}
    flags=$(directive "$program" flags)
    wanted_code=$(directive "$program" exit)
    wanted_code=${wanted_code:-0}

    verdict=different
    for try in 1 2 3; do
        run
        if agrees; then
            if [ $try = 1 ]; then verdict=same; else verdict=unsteady; fi
        elif [ "$mark" = may-differ ] && agrees_but_for_the_order; then
            verdict=open
        else
            continue
        fi
        break
    done

    case $verdict in
    same) same=$((same + 1)) ;;
    open) open=$((open + 1)); echo "open       $name: Node chose another order this time, as it may" ;;
    unsteady) unsteady=$((unsteady + 1)); echo "unsteady   $name: agreed on run $try" ;;
    different)
        different=$((different + 1))
        echo "DIFFERENT  $name (exit code $code, expected $wanted_code)"
        diff "$base.out" "$scratch/out" | sed 's/^/           /'
        sed 's/^/           stderr: /' "$scratch/err"
        ;;
    esac
done

echo "$total programs: $same the same, $open in another order that Node may choose, $unsteady unsteady, $different different"
[ "$total" -gt 0 ] && [ "$different" = 0 ]
