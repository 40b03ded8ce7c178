# Takes the pictures that a Markdown file names beside it into the text, as data: URIs, since only the text is sent. Needs
# convert.sh.

# A document names pictures of its own folder; nothing above it, whatever it says.
largest_picture=20971520

# embed_pictures: sets source to what is to be sent: input, or a copy of it that holds its pictures.
embed_pictures() {
  local path file type number=0 list=$TOOLS_RUN_DIR/md_to_pdf.pictures
  source=$input
  : > "$list"
  while IFS= read -r path; do
    picture_type "$path"
    case $path in
      '' | *:* | //*) continue ;;
      /* | ../* | */../* | */..)
        leave_out "$path" "outside the document's folder"
        continue
        ;;
    esac
    if [ -z "$type" ]; then
      leave_out "$path" "not png, jpg, gif, webp or svg"
      continue
    fi
    # %20 and the like stand for what an address can't hold.
    file=${input%/*}/$(printf '%b' "$(printf '%s' "$path" | sed 's/\\/\\\\/g; s/%\([0-9A-Fa-f][0-9A-Fa-f]\)/\\x\1/g')")
    if [ ! -f "$file" ]; then
      leave_out "$path" missing
      continue
    fi
    if [ ! -r "$file" ]; then
      leave_out "$path" "not readable by this user"
      continue
    fi
    if [ "$(($(wc -c < "$file")))" -gt "$largest_picture" ]; then
      leave_out "$path" "larger than 20 MiB"
      continue
    fi
    number=$((number + 1))
    {
      printf '%s\t' "$path"
      printf 'data:%s;base64,' "$type"
      base64 < "$file" | tr -d '\r\n'
      printf '\n'
    } >> "$list"
  done <<< "$(named_pictures)"
  if [ "$number" -eq 0 ]; then return; fi
  source=$TOOLS_RUN_DIR/md_to_pdf.source
  put_pictures "$list" > "$source"
}

# leave_out PATH WHY: notes that a picture does not come along.
leave_out() {
  left_out="${left_out:+$left_out, }$1 is $2"
}

picture_type() {
  type=
  case $1 in
    *.png | *.PNG) type=image/png ;;
    *.jpg | *.jpeg | *.JPG | *.JPEG) type=image/jpeg ;;
    *.gif | *.GIF) type=image/gif ;;
    *.webp | *.WEBP) type=image/webp ;;
    *.svg | *.SVG) type=image/svg+xml ;;
  esac
}

# The paths in ![text](path), each once.
named_pictures() {
  LC_ALL=C grep -o '!\[[^]]*\]([^)[:space:]]*' "$input" | LC_ALL=C sed 's/^!\[[^]]*\](//; s/^<//; s/>$//' | LC_ALL=C sort -u
}

# Lines of path, tab, address; the same path in the text becomes the address.
put_pictures() {
  LC_ALL=C awk '
    FNR == NR { at = index($0, "\t"); address[substr($0, 1, at - 1)] = substr($0, at + 1); next }
    {
      rest = $0
      while ((at = match(rest, /!\[[^]]*\]\([^)[:space:]]*/)) > 0) {
        found = substr(rest, RSTART, RLENGTH)
        open = index(found, "](") + 1
        path = substr(found, open + 1)
        plain = path
        gsub(/^<|>$/, "", plain)
        printf "%s%s", substr(rest, 1, RSTART - 1), substr(found, 1, open)
        printf "%s", (plain in address) ? address[plain] : path
        rest = substr(rest, RSTART + RLENGTH)
      }
      print rest
    }' "$1" "$input"
}
