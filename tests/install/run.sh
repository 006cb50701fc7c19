#!/bin/sh
# tests/install/run.sh CACHE PACKAGES [NAME]: installs each package as its users do, in trees that have nothing of it, and runs programs
# there. CACHE keeps the trees, PACKAGES is where `./x package` put what is tested. NAME is one of the tests below, or the begin of
# several (bundle, deb, npm, docker, script). As root, in a mount namespace of its own, in which all that it mounts ends with it.
#
# A tree is never written to: it is the lower layer of an overlay, and each test has its own upper one.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=${here%/tests/install}
[ "$(id -u)" = 0 ] || {
  echo 'clean trees can only be made as root' >&2
  exit 1
}
if [ "${1:-}" != --inside ]; then
  exec unshare --mount --propagation private "$here/run.sh" --inside "$@"
fi
cache=$2/install
packages=$3
only=${4:-}
mkdir -p "$cache"
cache=$(CDPATH='' cd -- "$cache" && pwd -P)
packages=$(CDPATH='' cd -- "$packages" && pwd -P) || exit
work=$(mktemp -d "$cache/run.XXXXXX")
# The mounts are this process's, so nothing below is removed through them.
trap 'umount -l "$work"/*/tree 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# shellcheck source=packaging/version.sh
. "$root/packaging/version.sh"
bundle=$packages/hexloop-$version-linux-x64.tar.gz
passed=0
failed=0

selected() {
  case $1 in "$only"*) return 0 ;; *) return 1 ;; esac
}

# check NAME COMMAND…: one line for the test, with what the command printed if it failed.
check() {
  title=$1
  shift
  if "$@" >"$work/printed" 2>&1 </dev/null; then
    passed=$((passed + 1))
    echo "ok      $title"
  else
    failed=$((failed + 1))
    echo "FAILED  $title"
    tail -n 30 "$work/printed" | sed 's/^/        /'
  fi
}

need() {
  [ -f "$1" ] && return
  echo "there is no ${1##*/}: run ./x package $2 first" >&2
  exit 1
}

# clean_tree NAME [PACKAGES]: a tree of a Debian release without any engine, or, called busybox, one without glibc.
clean_tree() {
  tree=$cache/$1
  if [ "$1" = busybox ]; then
    busybox_tree
  else
    "$root/tests/engines/tree.sh" "$1" "$tree" "${2:-}"
  fi
}

busybox_tree() {
  [ ! -f "$tree/.complete" ] || return 0
  if ! command -v busybox >/dev/null 2>&1 || ldd "$(command -v busybox)" >/dev/null 2>&1; then
    echo 'a busybox without libraries is not installed (apt install busybox-static)' >&2
    return 1
  fi
  mkdir -p "$tree/bin" "$tree/usr/bin" "$tree/etc" "$tree/proc" "$tree/dev" "$tree/tmp" "$tree/root"
  cp "$(command -v busybox)" "$tree/bin/busybox"
  for applet in $("$tree/bin/busybox" --list); do
    [ "$applet" = busybox ] || ln -sf busybox "$tree/bin/$applet"
  done
  ln -sf ../../bin/env "$tree/usr/bin/env"
  echo 'root:x:0:0:root:/root:/bin/sh' >"$tree/etc/passwd"
  : >"$tree/.complete"
}

# fresh NAME: sets $place to a copy of $tree that can be written to.
fresh() {
  place=$work/$1/tree
  mkdir -p "$place" "$work/$1/upper" "$work/$1/layer"
  mount -t overlay overlay -o "lowerdir=$tree,upperdir=$work/$1/upper,workdir=$work/$1/layer" "$place"
}

# inside COMMAND…: in $place, with the repository at its own path, and HOME and PATH as after a login.
inside() {
  (cd "$root" && env -i HOME=/root PATH="$path" ${library_path:+LD_LIBRARY_PATH="$library_path"} \
    "$root/tests/engines/enter.sh" "$place" "$root" "$@")
}
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
library_path=

tour() {
  inside hexloop examples/tour.js >"$work/tour" && diff "$root/examples/expected/tour.out" "$work/tour"
}

# The program checks what it sees; that it came to its end is checked here.
process() {
  inside hexloop tests/install/process.js "$1" "${library_path:--}" | tee "$work/process" && grep -qx 'all checks made' "$work/process"
}

with_library_path() {
  library_path=/usr/lib/x86_64-linux-gnu:/lib
  process "$1"
  code=$?
  library_path=
  return $code
}

script_and_link() {
  printf '#!/usr/bin/env hexloop\nconsole.log(process.execPath, process.argv[2])\n' >"$place/root/script"
  chmod 755 "$place/root/script"
  ln -sf "$1" "$place/root/link"
  [ "$(inside /root/script word)" = "$1 word" ] && [ "$(inside /root/link -p process.execPath)" = "$1" ]
}

# A finding that no load of the machine changes.
doctor() {
  inside hexloop doctor --json --out /tmp/page.html tests/findings/lost-rejection/faulty.js >"$work/report"
  [ $? = 1 ] && grep -q '"kind":"unhandled-rejection"' "$work/report"
}

trace() {
  inside hexloop trace --format=text --out - -e 'setImmediate(() => {})' >"$work/trace" && grep -q immediate "$work/trace"
}

order() {
  inside tests/order/verify-node.sh hexloop
}

# programs NAME BINARY: what every package is tried with.
programs() {
  check "$1: the tour" tour
  check "$1: paths, children, workers, cluster, http, names, zones, languages" process "$2"
  check "$1: a script with #!, a symbolic link" script_and_link "$2"
  check "$1: doctor" doctor
  check "$1: trace" trace
}

bundle_in() {
  need "$bundle" bundle
  # For a library of the system that is loaded into the process, see nss.c.
  if [ "$1" = bookworm ]; then clean_tree "$1" libssl3; else clean_tree "$1"; fi || return
  fresh "bundle-$1"
  mkdir -p "$place/opt"
  tar -C "$place/opt" -xzf "$bundle"
  path=/opt/hexloop-$version-linux-x64/bin:$path
  programs "bundle in $1" "/opt/hexloop-$version-linux-x64/bin/hexloop"
  check "bundle in $1: LD_LIBRARY_PATH changes neither hexloop nor its children" with_library_path "/opt/hexloop-$version-linux-x64/bin/hexloop"
  check "bundle in $1: the order programs" order
  [ "$1" != bookworm ] || check "bundle in $1: a name service of the system gets the bundle's libc, and its own libssl" name_service
  check "bundle in $1: what cannot start says why" faults "opt/hexloop-$version-linux-x64"
  path=${path#*:}
}

name_service() {
  libraries=/usr/lib/x86_64-linux-gnu
  # shellcheck disable=SC2046 # names without spaces
  cc -shared -fPIC -O2 -o "$place$libraries/libnss_hextest.so.2" "$here/nss.c" -Wl,--no-as-needed \
    $(printf "%s " "$libraries/libssl.so.3" "$libraries/libcrypto.so.3" "$libraries/libstdc++.so.6") || return
  echo 'hosts: hextest files dns' >"$place/etc/nsswitch.conf"
  inside hexloop -e '
    require("dns").lookup("module.test", (error, address) => {
      const maps = require("fs").readFileSync("/proc/self/maps", "latin1").split("\n");
      const files = (part) => new Set(maps.map((line) => line.split(" ").pop()).filter((path) => path.includes(part)));
      console.log(address, files("/libc.so").size, files("/libstdc++.so").size, ...files("/libssl.so"));
    });' >"$work/service"
  cat "$work/service"
  [ "$(cat "$work/service")" = "127.0.0.9 1 1 $libraries/libssl.so.3" ]
}

# faults FOLDER: the loader missing, the loader cut off, the setuid bit, no /proc. Not one of them is a signal.
faults() {
  loader=$place/$1/lib/hexloop/ld-linux-x86-64.so.2
  mv "$loader" "$loader.kept"
  refuses 'is not complete, install it again; missing: /opt/' hexloop -e 0 || return
  head -c 3000 /dev/zero >"$loader"
  refuses 'is damaged, install it again' hexloop -e 0 || return
  mv "$loader.kept" "$loader"
  cp "$place/$1/bin/hexloop" "$place/$1/bin/setuid"
  chown 1 "$place/$1/bin/setuid" && chmod 4755 "$place/$1/bin/setuid"
  refuses 'cannot run with the setuid bit' "/$1/bin/setuid" -e 0 || return
  inside sh -c 'umount /proc; exec hexloop -e 0' 2>"$work/said"
  [ $? = 127 ] && grep -q 'is /proc mounted?' "$work/said"
}

# refuses SENTENCE COMMAND…: it ends with 127 and that sentence.
refuses() {
  sentence=$1
  shift
  inside "$@" 2>"$work/said"
  [ $? = 127 ] && grep -q "$sentence" "$work/said"
}

# The same bundle with the library of ICU's data that the tree has.
same_answers() {
  mkdir "$work/whole" && tar -C "$work/whole" -xzf "$bundle" || return
  folder=$work/whole/hexloop-$version-linux-x64
  "$folder/bin/hexloop" "$here/intl.js" >"$work/cut"
  for library in "$folder"/lib/hexloop/libicudata.so.*; do
    cp "$2/engines/$1/usr/lib/x86_64-linux-gnu/${library##*/}" "$library"
  done
  "$folder/bin/hexloop" "$here/intl.js" >"$work/all" && diff "$work/all" "$work/cut" && grep . "$work/all"
}

! selected bundle-data || {
  need "$bundle" bundle
  engine=$(sed -n '/^#/!{s/ .*//p;q;}' "$root/packaging/engines")
  check "bundle: the engine answers as with all of ICU's data" same_answers "$engine" "${cache%/install}"
}

for suite in bullseye bookworm trixie sid busybox; do
  ! selected "bundle-$suite" || bundle_in "$suite"
done

# The engine is the tree's: without it the package does not install, and the binary says what is missing.
no_engine() {
  inside hexloop -e 0 2>"$work/missing"
  [ $? = 127 ] && grep -q 'apt install libjavascriptcoregtk-4.1-0, dnf install .*, or pacman -S' "$work/missing" &&
    [ "$(wc -l <"$work/missing")" = 1 ] && inside hexloop --help
}

deb_in() {
  deb=$packages/hexloop_${version}_amd64.deb
  need "$deb" deb
  clean_tree "$1" || return
  fresh "deb-$1-clean"
  cp "$deb" "$place/root/hexloop.deb"
  check "deb in $1: not without the engine's package" refuses_to_install
  dpkg-deb -x "$deb" "$place"
  check "deb in $1: one sentence where there is no engine" no_engine
  tree=$2/engines/$1
  "$root/tests/engines/tree.sh" "$1" "$tree" || return
  fresh "deb-$1"
  cp "$deb" "$place/root/hexloop.deb"
  check "deb in $1: installs on the tree's engine" inside dpkg -i /root/hexloop.deb
  programs "deb in $1" /usr/bin/hexloop
  check "deb in $1: is removed" removes
}

refuses_to_install() {
  ! inside dpkg -i /root/hexloop.deb >"$work/dpkg" 2>&1 && grep -q 'depends on libjavascriptcoregtk-4.1-0' "$work/dpkg" && inside dpkg --purge hexloop
}

removes() {
  inside dpkg --purge hexloop && [ ! -e "$place/usr/bin/hexloop" ] && [ ! -e "$place/usr/share/doc/hexloop" ]
}

! selected deb-lintian || {
  deb=$packages/hexloop_${version}_amd64.deb
  need "$deb" deb
  if command -v lintian >/dev/null 2>&1; then
    check 'deb: lintian has no error' lintian --fail-on error "$deb"
  else
    echo 'skipped deb: lintian is not installed'
  fi
}

for suite in bookworm trixie sid; do
  ! selected "deb-$suite" || deb_in "$suite" "${cache%/install}"
done

for part in npm docker script; do
  # shellcheck source=/dev/null
  ! selected "$part" || . "$here/$part.sh"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
