# Replacing a file without losing what was in it, also when two programs do so at once. The copies of this file in scripts/
# are made by npm run share.

# keep_copy FILE: gives a file a second name beside it, so that replacing the first one loses nothing and leaves no moment
# without a file. Prints that name, which nothing had before.
keep_copy() {
  local base number=1 name
  base=$1.$(date +%Y%m%d-%H%M%S).bak
  name=$base
  while ! ln "$1" "$name" 2> /dev/null; do
    if [ ! -e "$name" ] && [ ! -L "$name" ]; then
      # Not taken, so this disk knows no second names: a copy, unless somebody takes the name meanwhile.
      if (set -C && cat "$1" > "$name") 2> /dev/null; then break; fi
      if [ ! -e "$name" ]; then echo "No copy of $1 can be kept beside it; nothing was changed." >&2; return 1; fi
    fi
    number=$((number + 1))
    name=$base$number
  done
  printf '%s' "$name"
}

# replace_file NEW FILE: puts a finished file in the place of another, or of none, in one step; sets `backup` to the name
# under which the former one was kept, empty when there was none.
replace_file() {
  backup=
  if [ -e "$2" ]; then backup=$(keep_copy "$2") || { rm -f "$1"; return 1; }; fi
  if [ -n "$backup" ] && ! cmp -s "$2" "$backup"; then
    rm -f "$1"
    echo "$2 changed while it was to be replaced; it stays. Run this again." >&2
    return 1
  fi
  mv -f "$1" "$2"
}

# lock_folder FOLDER: waits until no other run of these scripts works on a folder, and keeps others out until this one ends.
lock_folder() {
  local waited=0 owner
  locked=$1/.cairn-install.lock
  mkdir -p "$1"
  until mkdir "$locked" 2> /dev/null; do
    owner=$(cat "$locked/pid" 2> /dev/null || true)
    if [ ! -d "$locked" ] && [ ! -w "$1" ]; then echo "$1 can't be written; nothing was changed." >&2; return 1; fi
    # Whoever made it and is gone was killed; one without a number is just being made, or was killed just then.
    if { [ -n "$owner" ] && ! kill -0 "$owner" 2> /dev/null; } || { [ -z "$owner" ] && [ "$waited" -ge 50 ]; }; then
      rm -rf "$locked"
      continue
    fi
    if [ "$waited" -ge 300 ]; then echo "Another run holds $locked; nothing was changed. Remove it if none does." >&2; return 1; fi
    waited=$((waited + 1))
    sleep 0.1
  done
  trap 'rm -rf "$locked"' EXIT
  trap 'exit 143' TERM INT HUP
  echo "$$" > "$locked/pid"
}

# The file that a path ends at after all links; macOS has no readlink -f.
real_file() {
  local path=$1 target hops=0
  while [ -L "$path" ] && [ "$hops" -lt 20 ]; do
    target=$(readlink "$path")
    case $target in
      /*) path=$target ;;
      *) path=$(dirname "$path")/$target ;;
    esac
    hops=$((hops + 1))
  done
  printf '%s' "$path"
}
