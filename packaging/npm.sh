#!/bin/sh
# packaging/npm.sh BUNDLE OUTPUT: the packages for npm, in the shape that esbuild's and bun's have: one for each platform, which is the
# bundle, and one that depends on all of them and has the command.
#
# The command is a link to the binary of the platform's package. npm packs no links, so what is packed is a launcher: a shell script that
# finds the binary, puts a link in its own place, and becomes the binary. `npm install` calls it once (postinstall); with
# --ignore-scripts the first call does. Where it cannot write, it stays, and costs the start of a shell (about a millisecond).
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
bundle=$1
output=$2
# shellcheck source=packaging/version.sh
. "$root/packaging/version.sh"
command -v npm >/dev/null 2>&1 || {
  echo 'npm: npm is not installed' >&2
  exit 1
}

platform=hexloop-linux-x64
packages=$output/npm
rm -rf "$packages"
mkdir -p "$packages/hexloop/bin" "$packages/$platform"

cp -r "$bundle/." "$packages/$platform"
cat >"$packages/$platform/package.json" <<JSON
{
  "name": "$platform",
  "version": "$version",
  "description": "Hexloop for Linux on x64, with its engine",
  "license": "MIT",
  "os": ["linux"],
  "cpu": ["x64"],
  "preferUnplugged": true,
  "files": ["bin", "lib", "share"]
}
JSON

cp "$root/LICENSE" "$root/README.md" "$packages/hexloop"
cat >"$packages/hexloop/package.json" <<JSON
{
  "name": "hexloop",
  "version": "$version",
  "description": "JavaScript and TypeScript with Node's API and Node's exact event loop, and the loop made visible",
  "license": "MIT",
  "bin": { "hexloop": "bin/hexloop" },
  "files": ["bin"],
  "scripts": { "postinstall": "sh bin/hexloop --link-launcher" },
  "preferUnplugged": true,
  "optionalDependencies": { "$platform": "$version" }
}
JSON
cp "$root/packaging/npm-launcher" "$packages/hexloop/bin/hexloop"
chmod 755 "$packages/hexloop/bin/hexloop"

for package in "$platform" hexloop; do
  (cd "$output" && npm pack --silent "$packages/$package" >/dev/null)
  printf '%s\n' "$output/$package-$version.tgz"
done
