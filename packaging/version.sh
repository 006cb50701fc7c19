# shellcheck shell=sh
# For the scripts here, with $root set: the version of this clone, and the lines of CHANGELOG.md about it.
# shellcheck disable=SC2034,SC2154
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)

# changes VERSION: its section of the changelog, without the heading.
changes() {
  awk -v heading="## [$1]" '
    index($0, "## [") == 1 { inside = index($0, heading) == 1; next }
    inside { print }' "$root/CHANGELOG.md" | sed -e '/./,$!d'
}
