# shellcheck shell=sh
# Part of run.sh: install.sh, from a folder and from a server on this machine, and everything that can go wrong. Each fault leaves the old
# installation as it was.
# shellcheck disable=SC2154 # set by run.sh

need "$bundle" bundle
release=$work/release
user=$work/user
installed=$user/.hexloop/bin/hexloop
mkdir -p "$release" "$user"
name=hexloop-$version-linux-x64
ln -s "$bundle" "$release/$name.tar.gz"
cp "$root/install.sh" "$release"
echo "$version" >"$release/latest"

# sums: SHA256SUMS of what is in the release.
sums() { (cd "$release" && sha256sum ./*.tar.gz | sed 's|\./||' >SHA256SUMS); }
sums

# The tests about versions need a second one: the same bundle with one more file.
other_version() {
  mkdir "$work/other" && tar -C "$work/other" -xzf "$bundle" && mv "$work/other/$name" "$work/other/hexloop-9.9.9-linux-x64" &&
    echo other >"$work/other/hexloop-9.9.9-linux-x64/share/other" &&
    tar -C "$work/other" -czf "$release/hexloop-9.9.9-linux-x64.tar.gz" hexloop-9.9.9-linux-x64 && sums
}

# Sets code.
installer() {
  env -i HOME="$user" PATH="${with_path:-$PATH}" sh "$root/install.sh" --from "${source:-$release}" "$@" >"$work/said" 2>&1
  code=$?
  cat "$work/said"
  return $code
}

works() { [ "$("$installed" -p "process.execPath + ' ' + 6 * 7")" = "$user/.hexloop/versions/$1/bin/hexloop 42" ]; }

version_folder() { echo "$1-$(sed -n "s/^\(........\).*  $1.tar.gz/\1/p" "$release/SHA256SUMS")"; }

# refused SENTENCE OPTIONS…: the installer ends with 1 and that sentence, leaves nothing behind, and what was installed is what was.
refused() {
  sentence=$1
  shift
  before=$(readlink "$installed")
  installer "$@" && return 1
  grep -q "$sentence" "$work/said" && [ "$(readlink "$installed")" = "$before" ] && [ -z "$(ls -d "$user"/.hexloop/versions/.new* 2>/dev/null)" ] &&
    { [ -z "$before" ] || "$installed" -e 0; }
}

installs() {
  installer && works "$(version_folder "$name")" && grep -q 'export PATH=' "$work/said" && [ -e "$user/.hexloop/share/man/man1/hexloop.1" ]
}

again() { installer && grep -q 'is here already' "$work/said" && works "$(version_folder "$name")"; }

from_server() {
  "$installed" -e '
    const { createReadStream } = require("fs");
    const server = require("http").createServer((request, response) => {
      createReadStream(process.argv[1] + request.url).on("error", () => { response.statusCode = 404; response.end(); }).pipe(response);
    }).listen(0, "127.0.0.1", () => console.log(server.address().port));
  ' "$release" >"$work/port" &
  server=$!
  while [ ! -s "$work/port" ]; do sleep 0.1; done
  source=http://127.0.0.1:$(cat "$work/port")
  installer --to "$work/from-server" && [ "$("$work/from-server/bin/hexloop" -p '6 * 7')" = 42 ]
  result=$?
  refused 'has no hexloop-1.2.3' --version 1.2.3 || result=1
  source=$source/none
  refused 'cannot download' || result=1
  source=
  kill "$server"
  return $result
}

wrong_checksum() {
  cp "$release/SHA256SUMS" "$work/sums"
  sed -i 's/^......../00000000/' "$release/SHA256SUMS"
  refused 'has another checksum'
  code=$?
  cp "$work/sums" "$release/SHA256SUMS"
  return $code
}

cut_download() {
  mkdir "$work/cut" && cp "$release/SHA256SUMS" "$release/latest" "$work/cut" && head -c 1000000 "$bundle" >"$work/cut/$name.tar.gz"
  rm -rf "$user/.hexloop.kept" && mv "$user/.hexloop" "$user/.hexloop.kept"
  source=$work/cut
  installer
  code=$?
  source=
  rm -rf "$user/.hexloop" && mv "$user/.hexloop.kept" "$user/.hexloop"
  [ $code = 1 ] && grep -q 'cut off or changed' "$work/said"
}

# Not even the first of its commands, since the last line is what calls them all.
cut_script() {
  head -c 4000 "$root/install.sh" >"$work/cut.sh"
  HOME=$work/nobody sh "$work/cut.sh" --from "$release" 2>/dev/null
  [ ! -e "$work/nobody" ]
}

full_disk() {
  mkdir "$work/small" && mount -t tmpfs -o size=60m tmpfs "$work/small"
  installer --to "$work/small/hexloop"
  code=$?
  left=$(find "$work/small" -type f | wc -l)
  umount "$work/small"
  [ $code = 1 ] && grep -q 'is the disk full' "$work/said" && [ "$left" = 0 ]
}

read_only() {
  mkdir "$work/ro" && mount -t tmpfs -o ro tmpfs "$work/ro"
  installer --to "$work/ro/hexloop"
  code=$?
  umount "$work/ro"
  [ $code = 1 ] && grep -q 'choose another folder with --to' "$work/said"
}

no_permission() {
  mkdir -p "$work/closed" && chmod 755 "$work" && cp "$root/install.sh" "$work/install.sh"
  setpriv --reuid=65534 --regid=65534 --clear-groups env -i HOME="$work/closed" PATH="$PATH" sh "$work/install.sh" --from "$release" >"$work/said" 2>&1
  [ $? = 1 ] && grep -q 'cannot write to' "$work/said"
}

unknown_platform() {
  mkdir "$work/fake"
  # shellcheck disable=SC2016 # for that script
  printf '#!/bin/sh\ncase $1 in -s) echo Linux ;; *) echo riscv64 ;; esac\n' >"$work/fake/uname" && chmod 755 "$work/fake/uname"
  with_path=$work/fake:$PATH
  refused 'no release for Linux on riscv64'
  code=$?
  with_path=
  return $code
}

does_not_run() {
  mkdir -p "$work/broken/$name/bin" "$work/broken-release" && printf '#!/bin/sh\necho FATAL: kernel too old\nexit 1\n' >"$work/broken/$name/bin/hexloop" &&
    chmod 755 "$work/broken/$name/bin/hexloop" && tar -C "$work/broken" -czf "$work/broken-release/$name.tar.gz" "$name" &&
    echo "$version" >"$work/broken-release/latest" && (cd "$work/broken-release" && sha256sum ./*.tar.gz | sed 's|\./||' >SHA256SUMS)
  source=$work/broken-release
  refused 'does not run here; nothing was installed. It printed: FATAL: kernel too old'
  code=$?
  source=
  return $code
}

another_on_path() {
  mkdir "$work/bin" && printf '#!/bin/sh\n' >"$work/bin/hexloop" && chmod 755 "$work/bin/hexloop"
  with_path=$work/bin:$user/.hexloop/bin:$PATH
  installer && grep -q "PATH has another one before it: $work/bin/hexloop" "$work/said"
  code=$?
  with_path=
  return $code
}

# A server of the old version goes on, and can start its own binary again, while and after the new one is installed.
upgrade() {
  other_version || return
  "$installed" -e '
    const { execFileSync } = require("child_process");
    require("http").createServer((_, response) => response.end(execFileSync(process.execPath, ["-p", "process.execPath"])))
      .listen(0, "127.0.0.1", function () { console.log(this.address().port); });
  ' >"$work/served" &
  server=$!
  while [ ! -s "$work/served" ]; do sleep 0.1; done
  installer --version 9.9.9 && works "$(version_folder hexloop-9.9.9-linux-x64)" &&
    [ "$("$installed" -e 'fetch(process.argv[1]).then((r) => r.text()).then((t) => console.log(t.trim()))' "http://127.0.0.1:$(cat "$work/served")")" = \
      "$user/.hexloop/versions/$(version_folder "$name")/bin/hexloop" ]
  code=$?
  kill "$server"
  return $code
}

two_at_once() {
  rm -rf "$user/.hexloop"
  env -i HOME="$user" PATH="$PATH" sh "$root/install.sh" --from "$release" >"$work/one" 2>&1 &
  one=$!
  env -i HOME="$user" PATH="$PATH" sh "$root/install.sh" --from "$release" >"$work/two" 2>&1 &
  two=$!
  wait $one && wait $two && works "$(version_folder "$name")" && [ "$(ls -A "$user/.hexloop/versions")" = "$(version_folder "$name")" ]
}

uninstalls() {
  installer --uninstall && [ ! -e "$user/.hexloop" ] && ! installer --uninstall && grep -q 'there is no installation' "$work/said"
}

check 'script: installs, and says how to set PATH' installs
check 'script: a second time, it is here already' again
check 'script: from a server' from_server
check 'script: a wrong checksum' wrong_checksum
check 'script: a download that was cut off' cut_download
check 'script: the script itself cut off' cut_script
check 'script: a full disk' full_disk
check 'script: a read-only home' read_only
check 'script: no permission' no_permission
check 'script: an unknown platform' unknown_platform
check 'script: a bundle that does not run, as on an old kernel' does_not_run
check 'script: a version that there is not' refused 'has no hexloop-1.2.3' --version 1.2.3
check 'script: a version that is none' refused 'is not a version' --version ../x
check 'script: an option that it does not know' refused "no option '--frm'" --frm x
check 'script: PATH with another hexloop' another_on_path
check 'script: an upgrade over a running server' upgrade
check 'script: two at once' two_at_once
check 'script: --uninstall' uninstalls
