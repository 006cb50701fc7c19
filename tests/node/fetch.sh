#!/bin/sh
# Extracts Node's own test folder from Debian's source package of Node into FOLDER: tests/node/fetch.sh FOLDER
#
# Node's npm package has no tests, Debian's source package has. They are of an older version; the runner counts only those that
# Node 26 itself still passes. None of them are in the repository.
set -eu
folder=${1:?usage: fetch.sh FOLDER}
[ ! -d "$folder/test/parallel" ] || exit 0
command -v apt-get >/dev/null 2>&1 || {
  echo "fetch.sh: only Debian's source package of Node has its tests, and there is no apt-get here" >&2
  exit 1
}
work=$folder/download
mkdir -p "$work/lists/partial"
# The source repositories of the configured mirrors.
cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null |
  sed 's/^Types: .*/Types: deb-src/; s/^deb /deb-src /' >"$work/debian.sources"
grep -q '^Types:' "$work/debian.sources" && list=debian.sources || list=debian.list
[ "$list" = debian.sources ] || mv "$work/debian.sources" "$work/$list"
mkdir -p "$work/parts"
mv "$work/$list" "$work/parts/$list"
set -- -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists"
apt-get "$@" update >&2
cd "$work"
apt-get "$@" source --tar-only --download-only nodejs >&2
archive=$(ls nodejs_*.orig.tar.*)
cd "$folder"
tar xf "$work/$archive" --wildcards '*/test/*' --strip-components=1
rm -rf "$work"
