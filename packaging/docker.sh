#!/bin/sh
# packaging/docker.sh BUNDLE OUTPUT: a folder to run `docker build` in, and below it what the distroless image consists of, as a tree to
# chroot into: the steps of the Dockerfile, done without Docker.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
bundle=$1
context=$2/docker
umask 022
rm -rf "$context"
mkdir -p "$context/input/etc"
cp -r "$bundle" "$context/input/hexloop"
# os.userInfo() has a name to return, and a name lookup an order.
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/tmp:/sbin/nologin\n' >"$context/input/etc/passwd"
printf 'root:x:0:\nnonroot:x:65532:\n' >"$context/input/etc/group"
printf 'hosts: files dns\n' >"$context/input/etc/nsswitch.conf"
tar -C "$context/input" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=ustar -cf - etc hexloop |
  gzip -9n >"$context/hexloop.tar.gz"
cp "$root/packaging/Dockerfile" "$context/Dockerfile"

tree=$context/distroless
mkdir -p "$tree/usr" "$tree/app" "$tree/tmp"
mv "$context/input/hexloop" "$tree/usr/local"
mv "$context/input/etc" "$tree/etc"
rmdir "$context/input"
printf '%s\n' "$context/Dockerfile" "$tree" "$context/hexloop.tar.gz"
