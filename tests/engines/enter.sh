#!/bin/sh
# tests/engines/enter.sh TREE FOLDER[:FOLDER…] COMMAND…: runs a command inside a tree that tree.sh made, with each FOLDER (the
# repository, what was built) at the same path as outside. The mounts belong to a namespace of the command's own and are gone with it.
set -eu
tree=$1
folders=$2
shift 2
export tree folders
# shellcheck disable=SC2016 # expanded inside
exec unshare --mount --propagation private sh -c '
  set -eu
  IFS=:
  for folder in $folders; do
    mkdir -p "$tree$folder"
    mount --rbind "$folder" "$tree$folder"
  done
  unset IFS
  mount --rbind /dev "$tree/dev"
  mount -t proc proc "$tree/proc"
  mount -t tmpfs tmpfs "$tree/tmp"
  mkdir -p "$tree$HOME"
  for file in /etc/hosts /etc/resolv.conf; do
    touch "$tree$file"
    mount --bind "$file" "$tree$file"
  done
  exec chroot "$tree" env -C "$PWD" "$@"
' sh "$@"
