#!/bin/sh
# Writes every .out here anew from what a real Node prints: tests/lib/record.sh NODE [PART-OF-A-NAME]
set -eu
node=${1:?usage: record.sh NODE [PART-OF-A-NAME]}
only=${2:-}
cd "$(dirname "$0")"
for program in */*.js; do
  case $program in
  *"$only"*) "$node" --no-warnings "$program" >"${program%.js}.out" ;;
  esac
done
