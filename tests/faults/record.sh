#!/bin/sh
# Records every .out here from a real Node under the same conditions: tests/faults/record.sh NODE (as root)
set -eu
node=${1:?usage: record.sh NODE}
here=$(cd "$(dirname "$0")" && pwd)
place=$(mktemp -d)
trap 'umount "$place/disk" 2>/dev/null || true; rm -rf "$place"' EXIT
mkdir "$place/disk"
mount -t tmpfs -o size=1m tmpfs "$place/disk"
mkfifo "$place/pipe"
# shellcheck disable=SC3045 # dash, bash and busybox all have it
(ulimit -n 256 && "$node" "$here/too-many-files.js") >"$here/too-many-files.out"
# shellcheck disable=SC3045
(ulimit -n 100 && "$node" "$here/too-many-connections.js") >"$here/too-many-connections.out"
prlimit --nproc=60 setpriv --reuid=65534 --regid=65534 --clear-groups "$node" "$here/fork-bomb.js" >"$here/fork-bomb.out"
FULL_DISK=$place/disk "$node" "$here/disk-full.js" >"$here/disk-full.out"
PIPE=$place/pipe "$node" "$here/reader-gone.js" >"$here/reader-gone.out"
