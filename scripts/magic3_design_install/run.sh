#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
: "${HOME:?is not set, so there is no place to install to}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/keep.sh"
. "$here/install.sh"

target=$HOME/.claude/skills/magic3-design
install_tree "$here/assets" "$target" "${INPUT_MODE:-check}"
install_outputs "$target"
