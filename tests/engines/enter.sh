#!/bin/sh
# tests/engines/enter.sh TREE FOLDER[:FOLDER…] COMMAND…: runs a command inside a tree that tree.sh created, with each FOLDER (the
# repository, the build output) at the same path as outside. The mounts are in a mount namespace of the command and end with it.
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
  mkdir -p "$tree/dev" "$tree/proc" "$tree/tmp" "$tree/etc"
  mount --rbind /dev "$tree/dev"
  mount -t proc proc "$tree/proc"
  mount -t tmpfs tmpfs "$tree/tmp"
  mkdir -p "$tree$HOME"
  for file in /etc/hosts /etc/resolv.conf; do
    touch "$tree$file"
    mount --bind "$file" "$tree$file"
  done
  exec unshare --root="$tree" --wd="$PWD" "$@"
' sh "$@"
