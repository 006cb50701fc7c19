#!/bin/sh
# packaging/release.sh VERSION [--cut]: what a release consists of, in target/release-VERSION.
#
#   ./x release 0.2.0 --cut   sets the version, and gives the entries of CHANGELOG.md under [Unreleased] the heading of the version
#   git commit -a             after reading it
#   ./x release 0.2.0         makes every package of that commit
#
# Of a commit only: the packages have its time, and files that are not committed would be in none of two builds the same. Two builds on one
# machine give the same bytes (--twice builds both and compares). Elsewhere another compiler, another path of the clone or of the crates
# changes the binary, and another version of the system's tools (dpkg-deb, npm, zlib of Python, zstd) the archives.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
# shellcheck source=packaging/version.sh
. "$root/packaging/version.sh"

die() {
  echo "release: $*" >&2
  exit 1
}

wanted=${1:-}
case $wanted in
  [0-9]*.[0-9]*.[0-9]*) ;;
  *) die 'name a version: ./x release 0.2.0' ;;
esac
case ${2:-} in '' | --cut | --twice) ;; *) die "release knows --cut and --twice, not $2" ;; esac
cd "$root"

if [ "${2:-}" = --cut ]; then
  [ -n "$(changes Unreleased)" ] || die 'CHANGELOG.md has nothing under [Unreleased]'
  [ -z "$(changes "$wanted")" ] || die "CHANGELOG.md has a section [$wanted] already"
  sed -i "s/^version = \"$version\"/version = \"$wanted\"/" Cargo.toml
  sed -i "s/^## \[Unreleased\]\$/## [Unreleased]\n\n## [$wanted] - $(date -u +%Y-%m-%d)/" CHANGELOG.md
  # Cargo.lock has the version of each crate here.
  cargo update --workspace --offline --quiet
  git --no-pager diff --stat
  exit 0
fi

[ "$version" = "$wanted" ] || die "this is version $version: ./x release $wanted --cut, and commit what it changes"
[ -n "$(changes "$wanted")" ] || die "CHANGELOG.md has no section [$wanted]: ./x release $wanted --cut"
[ -z "$(git status --porcelain)" ] || die 'there are changes that are not committed'

target=${CARGO_TARGET_DIR:-$root/target}
output=$target/release-$version

# make FOLDER: every package, in it.
make() {
  rm -rf "$1"
  mkdir -p "$1"
  for what in bundle deb npm docker; do
    "$root/x" package "$what" >"$target/release.made" || die "./x package $what failed"
  done
  made=$target/packages
  cp "$made/hexloop-$version-linux-x64.tar.gz" "$made/hexloop-$version-linux-x64.tar.zst" "$made/hexloop_${version}_amd64.deb" \
    "$made/hexloop-$version.tgz" "$made/hexloop-linux-x64-$version.tgz" "$1"
  cp "$made/docker/Dockerfile" "$1/Dockerfile"
  cp "$made/docker/hexloop.tar.gz" "$1/hexloop.tar.gz"
  cp "$root/install.sh" "$1"
  printf '%s\n' "$version" >"$1/latest"
  {
    printf '# Hexloop %s\n\n' "$version"
    changes "$version"
  } >"$1/RELEASE.md"
  (cd "$1" && find . -type f ! -name "SHA256SUMS*" -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS)
}

make "$output"
if [ "${2:-}" = --twice ]; then
  cargo clean --release --package hexloop-cli --package hexloop-node --package hexloop-engine --package hexloop-source --package hexloop-trace \
    --package hexloop
  rm -f "$target/release/.x-built"
  make "$output.again"
  diff "$output/SHA256SUMS" "$output.again/SHA256SUMS" || die 'the second build differs, see above'
  rm -r "$output.again"
  echo 'both builds are the same'
fi
cat "$output/SHA256SUMS"
printf '%s\n' "$output"
