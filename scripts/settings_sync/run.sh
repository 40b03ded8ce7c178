#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
: "${HOME:?is not set, so there are no settings to compare}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/keep.sh"
umask 077

mode=${INPUT_MODE:-check}
template=${INPUT_TEMPLATE:-$here/assets/settings.template.json}
settings=$(real_file "$HOME/.claude/settings.json")
before=$TOOLS_RUN_DIR/settings.before.json
merged=$TOOLS_RUN_DIR/settings.merged.json
figures=$TOOLS_RUN_DIR/settings.figures

if [ ! -f "$template" ]; then echo "There is no template at $template." >&2; exit 2; fi
if [ -e "$settings" ]; then cat "$settings" > "$before"; else printf '{}\n' > "$before"; fi

# merge FILE RESULT: tells what is missing in a file, and writes it with that added.
merge() {
  SETTINGS=$1 MERGED=$2 TEMPLATE=$template REPORT=$figures LC_ALL=C awk -f "$here/json.awk" -f "$here/settings.awk"
}

merge "$before" "$merged"
read -r missing different < "$figures"
added=0 backup=
if [ "$mode" = apply ] && [ "$missing" -gt 0 ]; then
  merge "$merged" "" > /dev/null
  read -r still _ < "$figures"
  if [ "$still" -ne 0 ]; then echo "The settings could not be merged; nothing was changed." >&2; exit 1; fi
  if [ -e "$settings" ] && ! cmp -s "$settings" "$before"; then
    echo "The settings changed while they were compared; nothing was written. Run this again." >&2
    exit 1
  fi
  mkdir -p "$(dirname "$settings")"
  cat "$merged" > "$settings.part" || { rm -f "$settings.part"; exit 1; }
  if [ -e "$settings" ]; then
    backup=$(backup_name "$settings")
    keep_as "$settings" "$backup"
  fi
  mv -f "$settings.part" "$settings"
  added=$missing
  echo "Added $added to settings.json.${backup:+ The former file is $(basename "$backup").}"
elif [ "$missing" -gt 0 ]; then
  echo "Nothing was written. mode=apply adds what is missing and keeps a copy of the file."
fi

printf '{"missing": %d, "different": %d, "added": %d, "settings": %s, "backup": %s}\n' \
  "$missing" "$different" "$added" "$(printf '%s' "$settings" | json_string)" \
  "$(printf '%s' "$backup" | json_string)" | write_outputs
