# Merging a template into Claude Code's settings.json. Needs json.sh, keep.sh, and json.awk and settings.awk in $here. The
# copies of this file in scripts/ are made by npm run share.

# merge_settings TEMPLATE check|apply: adds what a template has and the settings lack, and changes nothing that is there. Sets
# missing, different, added, settings and backup.
merge_settings() {
  local template=$1 mode=$2 before after figures still part
  before=$TOOLS_RUN_DIR/settings.before.json
  after=$TOOLS_RUN_DIR/settings.merged.json
  figures=$TOOLS_RUN_DIR/settings.figures
  settings=$(real_file "$HOME/.claude/settings.json")
  added=0 backup=
  read_settings "$before"
  merge_into "$before" "$after"
  read -r missing different < "$figures"
  if [ "$mode" != apply ] || [ "$missing" -eq 0 ]; then return 0; fi
  merge_into "$after" "" > /dev/null
  read -r still _ < "$figures"
  if [ "$still" -ne 0 ]; then echo "The settings could not be merged; nothing was changed." >&2; return 1; fi
  mkdir -p "$(dirname "$settings")"
  part=$settings.$$.part
  # As a copy first, so that it keeps the mode and the owner of what it takes the place of.
  if [ -e "$settings" ]; then cp -p "$settings" "$part"; fi
  (umask 077 && cat "$after" > "$part") || { rm -f "$part"; return 1; }
  if [ -e "$settings" ] && ! cmp -s "$settings" "$before"; then
    rm -f "$part"
    echo "The settings changed while they were compared; nothing was written. Run this again." >&2
    return 1
  fi
  replace_file "$part" "$settings"
  added=$missing
}

read_settings() {
  if [ -e "$settings" ]; then cat "$settings" > "$1"; else printf '{}\n' > "$1"; fi
}

# merge_into FILE RESULT: tells what is missing in a file, and writes it with that added.
merge_into() {
  SETTINGS=$1 MERGED=$2 TEMPLATE=$template REPORT=$figures LC_ALL=C awk -f "$here/json.awk" -f "$here/settings.awk"
}
