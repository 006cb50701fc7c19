#!/bin/sh
# Records every .out from a real Node 26: tests/inspect/record.sh PATH-TO-NODE
# Run it after changing a program; the tests themselves need no Node.
set -eu

node=${1:?usage: record.sh PATH-TO-NODE}
case $("$node" --version) in
v26.*) ;;
*)
    echo "record.sh: $node is not Node 26" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")"
failed=0
for program in *.js; do
    settings=$(sed -n '1s#^// env: ##p' "$program")
    # The settings are words on purpose.
    # shellcheck disable=SC2086
    if ! env -u FORCE_COLOR -u NO_COLOR -u NODE_DISABLE_COLORS -u NODE_OPTIONS -u COLORTERM -u TMUX -u CI \
        -u TERM_PROGRAM $settings "$node" "$program" >"${program%.js}.out" 2>/tmp/hexloop-record-$$; then
        echo "record.sh: $program fails on Node:" >&2
        head -n 6 /tmp/hexloop-record-$$ >&2
        failed=1
    fi
done
rm -f /tmp/hexloop-record-$$
exit $failed
