#!/bin/sh
# Records every .out here from a real Node: tests/lib/record.sh NODE [PART-OF-A-NAME]
set -eu
node=${1:?usage: record.sh NODE [PART-OF-A-NAME]}
only=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
cd / # what a program prints must not depend on where it runs
for program in "$here"/*/*.js; do
  case $program in
  *"$only"*) "$node" --no-warnings "$program" >"${program%.js}.out" ;;
  esac
done
