#!/bin/sh
# Builds every pair of this folder: OUTDIR/NAME-uv (C on libuv) and OUTDIR/NAME-hexloop (Rust on crates/loop).
# Each program prints one number, nanoseconds per operation.
set -eu

if [ $# -ne 1 ]; then
    echo "usage: bench/uv/build.sh OUTDIR" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)

if ! pkg-config --exists libuv; then
    echo "bench/uv needs libuv with its headers (Debian: apt-get install libuv1-dev)" >&2
    exit 1
fi

cd "$root"
cargo build --quiet --release -p hexloop-bench --examples
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
for source in "$here"/*.c; do
    name=$(basename "$source" .c)
    # The flags are words on purpose.
    # shellcheck disable=SC2046
    "${CC:-cc}" -std=gnu11 -O2 -Wall -Wextra $(pkg-config --cflags libuv) -o "$out/$name-uv" "$source" $(pkg-config --libs libuv)
    cp "$target/release/examples/uv-$name" "$out/$name-hexloop"
done
