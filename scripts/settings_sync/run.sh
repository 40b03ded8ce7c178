#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
: "${HOME:?is not set, so there are no settings to compare}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/keep.sh"
. "$here/settings.sh"
umask 077

mode=${INPUT_MODE:-check}
template=${INPUT_TEMPLATE:-$here/assets/settings.template.json}
case $mode in
  check | apply) ;;
  *) echo "mode must be check or apply." >&2; exit 2 ;;
esac
if [ ! -f "$template" ]; then echo "There is no template at $template." >&2; exit 2; fi

if [ "$mode" = apply ]; then lock_folder "$HOME/.claude"; fi
merge_settings "$template" "$mode"
if [ "$added" -gt 0 ]; then
  echo "Added $added to settings.json.${backup:+ The former file is $(basename "$backup").}"
elif [ "$missing" -gt 0 ]; then
  echo "Nothing was written. mode=apply adds what is missing and keeps a copy of the file."
fi

printf '{"missing": %d, "different": %d, "added": %d, "settings": %s, "backup": %s}\n' \
  "$missing" "$different" "$added" "$(printf '%s' "$settings" | json_string)" \
  "$(printf '%s' "$backup" | json_string)" | write_outputs
