# shellcheck shell=sh
# Part of run.sh: the packages for npm, installed from their archives by the machine's npm, without network.
# shellcheck disable=SC2154 # set by run.sh

main_package=$packages/hexloop-$version.tgz
platform_package=$packages/hexloop-linux-x64-$version.tgz
need "$main_package" npm
need "$platform_package" npm

in_npm() {
  env -i HOME="$work" PATH="$PATH" npm_config_offline=true npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false "$@"
}

global() {
  in_npm npm install --global --prefix "$work/npm" "$main_package" "$platform_package" && [ -L "$work/npm/lib/node_modules/hexloop/bin/hexloop" ]
}

in_project() {
  mkdir -p "$work/project" && cd "$work/project" && echo '{}' >package.json &&
    in_npm npm install --ignore-scripts "$main_package" "$platform_package" && [ ! -L node_modules/hexloop/bin/hexloop ]
}

# Without postinstall the first call is that of the launcher, which leaves a link behind.
npx_replaces() {
  cd "$work/project" && [ "$(in_npm npx hexloop -p '6 * 7')" = 42 ] && [ -L node_modules/hexloop/bin/hexloop ] &&
    [ "$(in_npm npx hexloop -p process.execPath)" = "$PWD/node_modules/hexloop-linux-x64/bin/hexloop" ]
}

moves() {
  mv "$work/project" "$work/moved" && [ "$("$work/moved/node_modules/.bin/hexloop" -p '6 * 7')" = 42 ]
}

no_platform() {
  rm -rf "$work/moved/node_modules/hexloop-linux-x64"
  cp "$root/packaging/npm-launcher" "$work/moved/node_modules/hexloop/bin/hexloop.sh"
  sh "$work/moved/node_modules/hexloop/bin/hexloop.sh" 2>"$work/missing"
  [ $? = 1 ] && grep -q 'package hexloop-linux-x64 is not installed' "$work/missing"
}

here_process() {
  "$work/npm/bin/hexloop" "$here/process.js" "$work/npm/lib/node_modules/hexloop-linux-x64/bin/hexloop" - | tee "$work/process" &&
    grep -qx 'all checks made' "$work/process"
}

check 'npm: install --global from archives makes the command a link to the binary' global
check 'npm: paths, children, workers, cluster, http, names, zones, languages' here_process
check 'npm: in a project, with --ignore-scripts' in_project
check 'npm: npx runs the launcher, which replaces itself' npx_replaces
check 'npm: a node_modules that was moved still works' moves
check 'npm: without the package of the platform, a sentence' no_platform
