# Replacing a file without losing what was in it. The copies of this file in scripts/ are made by npm run share.

# A name beside a file that isn't taken.
backup_name() {
  local base number=1
  base=$1.$(date +%Y%m%d-%H%M%S).bak
  local name=$base
  while [ -e "$name" ] || [ -L "$name" ]; do
    number=$((number + 1))
    name=$base$number
  done
  printf '%s' "$name"
}

# A second name for the same file, so that replacing the first one loses nothing and leaves no moment without a file.
keep_as() {
  ln "$1" "$2" 2> /dev/null || cp -p "$1" "$2"
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
