#!/bin/sh
# packaging/deb.sh HEXLOOP SHARE OUTPUT: a Debian package of the command, on the system's engine.
#
# Made with dpkg-deb alone, from files that are all generated: a debian/ folder with debhelper would say the same in ten files. What the
# binary links is asked of dpkg-shlibdeps. The engine it loads itself (crates/engine/src/library.rs), so that dependency is written here;
# both names of the library will do.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
hexloop=$1
share=$2
output=$3
# shellcheck source=packaging/version.sh
. "$root/packaging/version.sh"
# As Debian's own tools have it; otherwise who made the commit.
maintainer=$(git -C "$root" log -1 --format='%an <%ae>')
[ -z "${DEBEMAIL:-}" ] || maintainer="${DEBFULLNAME:-Hexloop} <$DEBEMAIL>"

die() {
  echo "deb: $*" >&2
  exit 1
}

command -v dpkg-shlibdeps >/dev/null 2>&1 || die 'dpkg-shlibdeps is not installed (apt install dpkg-dev)'

architecture=$(dpkg --print-architecture)
name=hexloop_${version}_$architecture
tree=$output/$name
rm -rf "$tree"
umask 022
mkdir -p "$tree/DEBIAN" "$tree/usr/bin" "$tree/usr/share/doc/hexloop"

strip --remove-section=.comment --remove-section=.note -o "$tree/usr/bin/hexloop" "$hexloop"
chmod 755 "$tree/usr/bin/hexloop"
cp -r "$share/." "$tree/usr/share"
# Debian's own folder for completions of packages.
mkdir -p "$tree/usr/share/zsh/vendor-completions"
mv "$tree/usr/share/zsh/site-functions/_hexloop" "$tree/usr/share/zsh/vendor-completions/"
rmdir "$tree/usr/share/zsh/site-functions"
gzip -9n "$tree/usr/share/man/man1/hexloop.1"

documents=$tree/usr/share/doc/hexloop
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Hexloop\n\nFiles: *\n'
  sed -n '/^Copyright/p' "$root/LICENSE"
  printf 'License: MIT\n'
  # The text: a blank line is a dot, and all lines are indented.
  sed -e '1,/^Copyright/d' -e '/./,$!d' "$root/LICENSE" | sed -e '1{/^$/d;}' -e 's/^$/./' -e 's/^/ /'
} | sed 's/^Copyright (c)/Copyright:/' >"$documents/copyright"
{
  printf 'hexloop (%s) unstable; urgency=medium\n\n  * Release %s; see CHANGELOG.md.gz.\n\n -- %s  %s\n' \
    "$version" "$version" "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$documents/changelog.gz"
gzip -9nc "$root/CHANGELOG.md" >"$documents/CHANGELOG.md.gz"

# It wants the control file of a source package, and finds the binary's libraries in those that are installed.
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
mkdir "$source/debian"
printf 'Source: hexloop\n\nPackage: hexloop\nArchitecture: any\n' >"$source/debian/control"
linked=$(cd "$source" && dpkg-shlibdeps -O "$tree/usr/bin/hexloop" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$linked" ] || die 'dpkg-shlibdeps found no dependency of the binary'

cat >"$tree/DEBIAN/control" <<CONTROL
Package: hexloop
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$tree/usr" | cut -f 1)
Depends: libjavascriptcoregtk-4.1-0 (>= 2.50) | libjavascriptcoregtk-6.0-1 (>= 2.50), $linked
Recommends: ca-certificates
Section: javascript
Priority: optional
Description: JavaScript runtime that shows its event loop
 Hexloop runs JavaScript and TypeScript with Node's API and Node's exact
 event loop, on JavaScriptCore. It records and explains what the loop does:
 which callback blocks it, why each callback runs when it does, and what keeps
 a process alive.
CONTROL
(cd "$tree" && find usr -type f -printf '%P\n' | LC_ALL=C sort | sed 's|^|usr/|' | xargs md5sum) >"$tree/DEBIAN/md5sums"
find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$tree" "$tree.deb" >&2
rm -r "$tree"
printf '%s\n' "$tree.deb"
