#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
: "${HOME:?is not set, so there is no place to install to}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/keep.sh"
. "$here/install.sh"
. "$here/settings.sh"
. "$here/hook.sh"

mode=${INPUT_MODE:-check}
target=$HOME/.claude
tree=$TOOLS_RUN_DIR/dotclaude
rm -rf "$tree"
cp -R "$here/assets" "$tree"

hook=off
if [ "${INPUT_HOOK:-true}" = true ]; then
  program=$(cairn_program)
  if [ -z "$program" ]; then
    hook=unknown_program
    echo "The discovery hook is left out, as nothing says where the program cairn is: give its path as cairn."
  else
    hook=wanted
    write_launcher "$program" "$tree/hooks/tool-discovery.sh"
  fi
fi

install_tree "$tree" "$target" "$mode"
figures=("$missing" "$different")

if [ "$hook" = wanted ] && settings_name_hook; then
  hook=present
elif [ "$hook" = wanted ]; then
  write_hook_template "$TOOLS_RUN_DIR/hook.template.json"
  merge_settings "$TOOLS_RUN_DIR/hook.template.json" "$mode"
  if [ "$missing" -eq 0 ]; then
    hook=left_alone
    echo "left     the hook: settings.json has something else in its place, which stays"
  elif [ "$added" -gt 0 ]; then
    hook=added
    echo "added    the hook to settings.json${backup:+ (the former one is $(basename "$backup"))}"
  else
    hook=missing
    echo "Nothing was written. mode=apply adds the hook to settings.json and keeps a copy of the file."
  fi
fi

missing=${figures[0]} different=${figures[1]}
install_outputs "$target" "\"hook\": \"$hook\""
