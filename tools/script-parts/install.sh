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
  if [ "$mode" = apply ]; then lock_folder "$to"; fi
  while IFS= read -r path; do
    install_file "$from/$path" "$to/$path" "$path" "$mode"
  done <<< "$(cd "$from" && find . -type f | sed 's|^\./||' | LC_ALL=C sort)"
  if [ "$mode" = check ] && [ $((missing + different)) -gt 0 ]; then
    echo "Nothing was written. mode=apply writes these files; what they replace is kept beside them."
  elif [ $((missing + different)) -eq 0 ]; then
    echo "All $same files are as they should be."
  fi
}

# Writes what install_tree found as the run's outputs; what further words give, such as '"hook": "added"', goes along.
install_outputs() {
  local to=$1 more=
  shift
  for word in "$@"; do more="$more, $word"; done
  printf '{"missing": %d, "different": %d, "same": %d, "written": %d, "left_alone": %d, "target": %s%s}\n' \
    "$missing" "$different" "$same" "$written" "$left_alone" "$(printf '%s' "$to" | json_string)" "$more" | write_outputs
}

install_file() {
  local new=$1 old=$2 name=$3 mode=$4 part backup
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
  part=$old.$$.part
  cp "$new" "$part" || { rm -f "$part"; return 1; }
  if [ -x "$new" ]; then chmod 755 "$part"; else chmod 644 "$part"; fi
  replace_file "$part" "$old"
  written=$((written + 1))
  if [ -n "$backup" ]; then echo "written  $name (the former one is $(basename "$backup"))"; else echo "written  $name"; fi
}
