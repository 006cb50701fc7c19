# shellcheck shell=sh
# Part of run.sh: the tree that the distroless image consists of, which has neither a shell nor a library beside the bundle.
# shellcheck disable=SC2154 # set by run.sh

need "$packages/docker/Dockerfile" docker
tree=$packages/docker/distroless
fresh docker

nothing_else() {
  find "$tree" -type f ! -path "$tree/usr/local/*" ! -path "$tree/etc/*" | grep . && return 1
  [ ! -e "$tree/bin/sh" ]
}

as_nonroot() {
  [ "$(inside hexloop -p 'process.setgid(65532); process.setuid(65532); require("os").userInfo().username')" = nonroot ]
}

check 'docker: distroless holds the bundle and three files of /etc' nothing_else
check 'docker: the tour' tour
check 'docker: doctor' doctor
check 'docker: the user that the image names' as_nonroot
