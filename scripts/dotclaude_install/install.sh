# Installs a folder of files into another. Never loses an edit: what it replaces stays beside it under another name.
# Needs json.sh and keep.sh. The copies of this file in scripts/ are made by npm run share.

# install_tree FROM TO check|apply
install_tree() {
  local from=$1 to=$2 mode=$3 path
  case $mode in
    check | apply) ;;
    *) echo "mode must be check or apply." >&2; return 2 ;;
  esac
  missing=0 different=0 same=0 written=0 left_alone=0
  while IFS= read -r path; do
    install_file "$from/$path" "$to/$path" "$path" "$mode"
  done <<< "$(cd "$from" && find . -type f | sed 's|^\./||' | LC_ALL=C sort)"
  if [ "$mode" = check ] && [ $((missing + different)) -gt 0 ]; then
    echo "Nothing was written. mode=apply writes these files; what they replace is kept beside them."
  elif [ $((missing + different)) -eq 0 ]; then
    echo "All $same files are as they should be."
  fi
  printf '{"missing": %d, "different": %d, "same": %d, "written": %d, "left_alone": %d, "target": %s}\n' \
    "$missing" "$different" "$same" "$written" "$left_alone" "$(printf '%s' "$to" | json_string)" | write_outputs
}

install_file() {
  local new=$1 old=$2 name=$3 mode=$4 backup=
  if [ ! -e "$old" ] && [ ! -L "$old" ]; then
    missing=$((missing + 1))
    echo "missing  $name"
  elif cmp -s "$new" "$old"; then
    same=$((same + 1))
    return
  else
    different=$((different + 1))
    echo "differs  $name"
    if [ "$mode" = check ] && [ -f "$old" ]; then diff -u "$old" "$new" | sed 's/^/  /' | head -n 80 || true; fi
  fi
  [ "$mode" = apply ] || return 0
  if [ -L "$old" ] || { [ -e "$old" ] && [ ! -f "$old" ]; }; then
    left_alone=$((left_alone + 1))
    echo "left     $name: it is no regular file"
    return
  fi
  mkdir -p "$(dirname "$old")"
  cp "$new" "$old.part" || { rm -f "$old.part"; return 1; }
  if [ -x "$new" ]; then chmod 755 "$old.part"; else chmod 644 "$old.part"; fi
  if [ -e "$old" ]; then
    backup=$(backup_name "$old")
    keep_as "$old" "$backup"
  fi
  mv -f "$old.part" "$old"
  written=$((written + 1))
  if [ -n "$backup" ]; then echo "written  $name (the former one is $(basename "$backup"))"; else echo "written  $name"; fi
}
