#!/bin/sh
# Runs random scheduling programs on Hexloop and on a real Node, and reports every order Node never printed.
#
#   tests/random/compare.sh HEXLOOP NODE [COUNT] [SEED]
#
# Program number i is generated from the seed SEED + i. Node runs each three times; if its runs differ the program does not
# count. If Hexloop differs from Node, Node runs nine times more, in case the order is open but Node rarely shows it, and Hexloop
# once more: if it agrees then, the seed is reported as unsteady (on a stalled host two timers may be due together). Programs that
# differ are stored, with both outputs, in a folder that is printed.
#
# Exit code: 0 no difference, 1 some (or nothing could be compared), 2 wrong usage.

here=$(cd "$(dirname "$0")" && pwd)
hexloop=${1:-} node=${2:-} count=${3:-100} seed=${4:-1}
for binary in "$hexloop" "$node"; do
    if [ -z "$binary" ] || ! "$binary" --version >/dev/null 2>&1; then
        echo "usage: compare.sh HEXLOOP NODE [COUNT] [SEED]   ('$binary' does not answer --version)" >&2
        exit 2
    fi
done

scratch=$(mktemp -d) || exit 2
keep=${TMPDIR:-/tmp}/hexloop-random-$$
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# Output goes to a file, not a pipe: a pipe makes Node handle events of its own between the program's. So does its
# collector: a busy wait on Date.now() fills the young generation, V8 posts a task to collect it, and when that task is done
# Node runs whatever ticks and jobs wait, such as those that a callback that threw has left. A young generation that no
# program here fills keeps that out of the order.
run() {
    heap=
    [ "$1" = "$node" ] && heap='--min-semi-space-size=256 --max-semi-space-size=256'
    # shellcheck disable=SC2086
    timeout 20 "$1" $heap "$scratch/program.js" >"$2" 2>"$2.stderr" </dev/null
    echo "exit code $?" >>"$2"
}

node_agrees_after_all() {
    for _ in 1 2 3 4 5 6 7 8 9; do
        run "$node" "$scratch/node-again"
        cmp -s "$scratch/node-again" "$scratch/hexloop" && return 0
    done
    return 1
}

same=0 open=0 unsteady=0 different=0 i=0
while [ "$i" -lt "$count" ]; do
    number=$((seed + i))
    i=$((i + 1))
    "$node" "$here/generate.js" "$number" >"$scratch/program.js" || exit 2
    run "$node" "$scratch/node"
    run "$node" "$scratch/node-2"
    run "$node" "$scratch/node-3"
    if ! cmp -s "$scratch/node" "$scratch/node-2" || ! cmp -s "$scratch/node" "$scratch/node-3"; then
        open=$((open + 1))
        continue
    fi
    run "$hexloop" "$scratch/hexloop"
    if cmp -s "$scratch/node" "$scratch/hexloop"; then
        same=$((same + 1))
    elif node_agrees_after_all; then
        open=$((open + 1))
    elif run "$hexloop" "$scratch/hexloop-again" && cmp -s "$scratch/node" "$scratch/hexloop-again"; then
        unsteady=$((unsteady + 1))
        echo "unsteady   seed $number: Hexloop agreed on its second run"
    else
        different=$((different + 1))
        mkdir -p "$keep"
        cp "$scratch/program.js" "$keep/$number.js"
        cp "$scratch/node" "$keep/$number.node"
        cat "$scratch/hexloop" "$scratch/hexloop.stderr" >"$keep/$number.hexloop"
        echo "DIFFERENT  seed $number (< Node, > Hexloop)"
        diff "$scratch/node" "$scratch/hexloop" | head -n 12 | sed 's/^/           /'
        head -n 4 "$scratch/hexloop.stderr" | sed 's/^/           stderr: /'
    fi
done

echo "$count programs from seed $seed: $same the same, $open open on Node itself," \
    "$unsteady unsteady, $different different"
[ "$different" = 0 ] || echo "the programs that differ: $keep"
[ "$different" = 0 ] && [ "$same" -gt 0 ]
