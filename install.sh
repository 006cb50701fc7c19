#!/bin/sh
# Installs Hexloop for one user, without root:
#
#   sh install.sh [--from FOLDER|URL] [--version X] [--to FOLDER]
#   sh install.sh --uninstall [--to FOLDER]
#
# The source is a folder or a URL with what ./x release made: archives, SHA256SUMS and a file `latest` with a version. Without --from it is
# the folder of this script, or what $HEXLOOP_SOURCE says.
#
#   ~/.hexloop/versions/hexloop-0.2.0-linux-x64-1a2b3c4d/   one folder for each archive, unpacked, never changed afterwards
#   ~/.hexloop/bin/hexloop                                  a link to the one that is used
#   ~/.hexloop/share/                                       links to its man page and completions
#
# An archive is unpacked beside the others and tried, then the link is replaced by one rename: whatever fails before leaves the old
# installation as it was, and a server that runs keeps its own folder. Two that run at once do the same work, and one rename is the last.
set -eu

# All of it is a function that the last line calls: a script that was cut off while it was downloaded does nothing.
main() {
  from=${HEXLOOP_SOURCE:-}
  version=
  home=${HEXLOOP_HOME:-${HOME:-}/.hexloop}
  uninstall=false
  while [ $# -gt 0 ]; do
    case $1 in
      --from | --version | --to)
        [ -n "${2:-}" ] || fail "$1 needs a value (--help has the options)"
        case $1 in
          --from) from=$2 ;;
          --version) version=${2#v} ;;
          --to) home=$2 ;;
        esac
        shift 2
        ;;
      --uninstall)
        uninstall=true
        shift
        ;;
      -h | --help)
        cat <<HELP
usage: sh install.sh [--from FOLDER|URL] [--version X] [--to FOLDER]
       sh install.sh --uninstall [--to FOLDER]

  --from       where the release is (default: \$HEXLOOP_SOURCE, or the folder of this script)
  --version    the version to install (default: the latest)
  --to         the folder for it (default: \$HEXLOOP_HOME, or ~/.hexloop)
  --uninstall  remove what was installed there
HELP
        exit 0
        ;;
      *) fail "no option '$1' (--help has the options)" ;;
    esac
  done
  case $home in
    /.hexloop) fail 'HOME is not set: name a folder with --to FOLDER' ;;
    /*) ;;
    *) home=$PWD/$home ;;
  esac
  if $uninstall; then remove; else install; fi
}

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

say() { printf '%s\n' "$*"; }

install() {
  platform=$(platform)
  if [ -z "$from" ]; then
    case $0 in */install.sh) from=${0%/*} ;; *) from=. ;; esac
    [ -f "$from/SHA256SUMS" ] || fail 'where is the release? name a folder or a URL: --from SOURCE'
  fi
  from=${from%/}
  staging=$home/versions/.new.$$
  trap 'rm -rf "$staging"' EXIT
  trap 'exit 1' HUP INT TERM
  mkdir -p "$staging" 2>/dev/null || fail "cannot write to $home: choose another folder with --to FOLDER"

  [ -n "$version" ] || {
    get latest
    version=$(cat "$staging/latest")
  }
  case $version in '' | *[!0-9A-Za-z.+-]*) fail "'$version' is not a version" ;; esac
  name=hexloop-$version-$platform
  get SHA256SUMS
  sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.gz\$/\1/p" "$staging/SHA256SUMS")
  [ -n "$sum" ] || fail "$from has no $name.tar.gz"
  folder=$name-$(printf '%.8s' "$sum")

  if [ -x "$home/versions/$folder/bin/hexloop" ]; then
    say "hexloop $version is here already"
  else
    get "$name.tar.gz"
    [ "$(checksum "$staging/$name.tar.gz")" = "$sum" ] ||
      fail "$name.tar.gz has another checksum than SHA256SUMS says: it was cut off or changed; nothing was installed"
    (cd "$staging" && gzip -dc "$name.tar.gz" | tar -xf -) 2>"$staging/errors" ||
      fail "the archive cannot be unpacked into $home, is the disk full? $(tail -n 1 "$staging/errors" 2>/dev/null)"
    works=$("$staging/$name/bin/hexloop" --print '6 * 7' 2>&1 </dev/null) || true
    [ "$works" = 42 ] || fail "hexloop $version does not run here; nothing was installed. It printed: $works"
    mv "$staging/$name" "$staging/$folder"
    touch "$staging/$folder"
    # Into the folder, where a rename fails if another installation was faster: then that one is used.
    mv "$staging/$folder" "$home/versions/" 2>/dev/null || [ -x "$home/versions/$folder/bin/hexloop" ] ||
      fail "cannot write to $home/versions"
  fi

  former=$(readlink "$home/bin/hexloop" 2>/dev/null) || former=
  for file in share/man/man1/hexloop.1 share/bash-completion/completions/hexloop share/zsh/site-functions/_hexloop \
    share/fish/vendor_completions.d/hexloop.fish bin/hexloop; do
    link "$file"
  done
  "$home/bin/hexloop" --version >/dev/null 2>&1 || fail "$home/bin/hexloop does not start after all"
  prune "$former"
  say "hexloop $version is installed: $home/bin/hexloop"
  say_path
}

platform() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64 | Linux-amd64) echo linux-x64 ;;
    *) fail "there is no release for $(uname -s) on $(uname -m), only for Linux on x86_64; a build from source may work" ;;
  esac
}

# get FILE: from the source into the staging folder.
get() {
  case $from in
    *://*)
      if command -v curl >/dev/null 2>&1; then
        error=$(curl -fsSL -o "$staging/$1" "$from/$1" 2>&1) && return
      elif command -v wget >/dev/null 2>&1; then
        error=$(wget -q -O "$staging/$1" "$from/$1" 2>&1) && return
      else
        fail 'neither curl nor wget is installed'
      fi
      fail "cannot download $from/$1 ${error:+($error)}"
      ;;
    *)
      [ -f "$from/$1" ] || fail "$from has no $1"
      cp "$from/$1" "$staging/$1" 2>/dev/null || fail "cannot copy $1 into $home, is the disk full?"
      ;;
  esac
}

checksum() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1"
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1"
  elif command -v openssl >/dev/null 2>&1; then
    openssl dgst -r -sha256 "$1"
  else
    fail 'none of sha256sum, shasum and openssl is installed, so the archive cannot be checked'
  fi | cut -d ' ' -f 1
}

# link FILE: that of the new version, under the same name below $home.
link() {
  [ -e "$home/versions/$folder/$1" ] || return 0
  mkdir -p "$home/${1%/*}" || fail "cannot write to $home"
  up=$(printf '%s' "${1%/*}" | sed 's|[^/][^/]*|..|g')
  new=$home/${1%/*}/.new.$$
  if ! ln -s "$up/versions/$folder/$1" "$new" || ! mv -f "$new" "$home/$1"; then
    rm -f "$new"
    fail "cannot write to $home/${1%/*}"
  fi
}

# Versions besides the new one and the one before, unless a process runs from them, or another installation may just have put them here.
prune() {
  for old in "$home"/versions/hexloop-*; do
    case $old in */"$folder") continue ;; esac
    case $1 in */versions/"${old##*/}"/*) continue ;; esac
    [ -n "$(find "$old" -prune -mmin +60 2>/dev/null)" ] || continue
    used=false
    for process in /proc/[0-9]*/exe; do
      case $(readlink "$process" 2>/dev/null || true) in "$old"/*) used=true ;; esac
    done
    $used || rm -rf "$old"
  done
}

say_path() {
  found=$(command -v hexloop 2>/dev/null || true)
  [ "$found" != "$home/bin/hexloop" ] || return 0
  case :$PATH: in
    *:"$home/bin":*) say "but PATH has another one before it: $found" ;;
    *) [ -z "$found" ] || say "PATH has another hexloop now: $found" ;;
  esac
  say 'To call it by its name, put this into ~/.profile, ~/.bashrc or ~/.zshrc:'
  # shellcheck disable=SC2016 # PATH is for the shell that reads it
  printf '  export PATH="%s/bin:$PATH"\n' "$home"
}

remove() {
  [ -d "$home/versions" ] || fail "there is no installation in $home"
  for file in bin/hexloop share/man/man1/hexloop.1 share/bash-completion/completions/hexloop share/zsh/site-functions/_hexloop \
    share/fish/vendor_completions.d/hexloop.fish; do
    [ ! -L "$home/$file" ] || rm "$home/$file" 2>/dev/null || fail "cannot remove $home/$file"
  done
  rm -rf "$home/versions" 2>/dev/null || fail "cannot remove $home/versions"
  # Only folders that are empty now.
  rmdir "$home/bin" "$home/share/man/man1" "$home/share/man" "$home/share/bash-completion/completions" "$home/share/bash-completion" \
    "$home/share/zsh/site-functions" "$home/share/zsh" "$home/share/fish/vendor_completions.d" "$home/share/fish" "$home/share" "$home" 2>/dev/null || true
  say "hexloop is removed from $home"
}

main "$@"
