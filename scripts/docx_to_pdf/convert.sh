# Sends a local file to the convert service and puts what it answers in its place, whole or not at all. For bash 3.2 and any
# curl since 7.55. Needs json.sh. The copies of this file in scripts/ are made by npm run share.

service=${TOOLS_CONVERT_URL:-http://127.0.0.1:3459}
service=${service%/}
started=$SECONDS
# Seconds; the manifest's timeout_ms is a little longer, so that the reason is told.
time_limit=280
query=

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

refuse() {
  printf '%s\n' "$*" >&2
  exit 2
}

# Names hold anything, newlines at their end as well, which $(…) would lose: so functions set variables instead.

# full_path PATH: sets full to where it is; ~/ is the home folder, a relative path starts in the run's directory.
full_path() {
  case $1 in
    \~/*) full=${HOME:?is not set, so there is no ~}/${1#??} ;;
    /*) full=$1 ;;
    *) full=$TOOLS_RUN_DIR/$1 ;;
  esac
}

# find_input WHAT: sets input to the file that the caller named.
find_input() {
  full_path "${INPUT_INPUT_PATH:?is missing: give the path of $1}"
  input=$full
  [ ! -d "$input" ] || refuse "$input is a folder; give the path of $1."
  [ -f "$input" ] || refuse "There is no file $input; give the whole path of $1, which begins with / or ~/."
  [ -r "$input" ] || refuse "$input may not be read by this user."
  [ -s "$input" ] || refuse "$input is empty."
}

# find_output EXTENSION: sets output to where the result goes: beside the input unless told, and into a folder if it is one.
# Sets replace to whether a file that is there may go: it may when the caller named it, or said so by overwrite.
find_output() {
  local name=${input##*/}
  replace=no
  case $name in
    ?*.*) name=${name%.*} ;;
  esac
  output=${input%/*}/$name.$1
  if [ -n "${INPUT_OUTPUT_PATH-}" ]; then
    full_path "$INPUT_OUTPUT_PATH"
    output=$full
    case $output in
      */) output=${output%/}/$name.$1 ;;
      *) if [ -d "$output" ]; then output=$output/$name.$1; else replace=yes; fi ;;
    esac
  fi
  case ${INPUT_OVERWRITE-} in
    true | 1) replace=yes ;;
  esac
  local folder=${output%/*}/
  [ -d "$folder" ] || refuse "There is no folder $folder; make it, or give another output_path."
  [ -w "$folder" ] || refuse "$folder may not be written to by this user; give another output_path."
  if [ "$replace" = no ]; then return; fi
  [ ! -d "$output" ] || refuse "$output is a folder; give another output_path."
  if [ "$input" -ef "$output" ]; then refuse "The result would replace $input; give another output_path."; fi
}

# parameters NAME…: puts the inputs of these names that were given into the query.
parameters() {
  local name variable
  for name in "$@"; do
    variable=INPUT_$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]')
    if [ -n "${!variable-}" ]; then parameter "$name" "${!variable}"; fi
  done
}

parameter() {
  query=$query${query:+&}$1=$(printf '%s' "$2" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g')
}

# convert ENDPOINT FILE: posts the file and sets answer to a file with the result. Ends the script with the service's reason
# where there is none. A busy service is asked again, twice, as long as there is time.
convert() {
  answer=$TOOLS_RUN_DIR/convert.answer
  answer_head=$TOOLS_RUN_DIR/convert.head
  local tries=0 wait endpoint=$1
  while :; do
    post "$1" "$2"
    if [ "$status" != 503 ] || [ "$tries" -ge 2 ]; then break; fi
    answer_header retry-after
    wait=$value
    case $wait in
      '' | *[!0-9]* | ?????*) break ;;
    esac
    if [ "$wait" -gt 60 ] || [ $((SECONDS - started + wait)) -ge "$time_limit" ]; then break; fi
    sleep "$wait"
    tries=$((tries + 1))
  done
  if [ "$status" != 200 ]; then tell_refusal; fi
}

post() {
  local remaining=$((time_limit - (SECONDS - started))) code=0
  [ "$remaining" -gt 0 ] || fail "The convert service was busy for too long; try again later."
  rm -f "$answer" "$answer_head"
  # The token comes by standard input: a command line is seen by every user of the machine. --disable is first, so that no
  # ~/.curlrc has a say; --globoff, as [ and { are but letters in a name.
  status=$(authorization | curl --disable --config - --globoff --silent --show-error --proto '=http,https' \
    --connect-timeout 10 --max-time "$remaining" --request POST --header 'Content-Type: application/octet-stream' \
    --header 'Accept: application/problem+json, */*' --upload-file "$2" --dump-header "$answer_head" --output "$answer" \
    --write-out '%{http_code}' "$service/$1${query:+?$query}" 2> "$TOOLS_RUN_DIR/convert.curl") || code=$?
  case $status in
    # A service that refuses need not have read all of the body, which curl takes for a failure.
    [45]??) [ -e "$answer" ] || : > "$answer" ;;
    200) [ "$code" -eq 0 ] || fail "The answer of the convert service broke off ($(curl_says)); try again." ;;
    *) unreachable "$code" ;;
  esac
}

authorization() {
  if [ -z "${TOOLS_CONVERT_TOKEN-}" ]; then return; fi
  printf 'header = "Authorization: Bearer %s"\n' "$(printf '%s' "$TOOLS_CONVERT_TOKEN" | sed 's/[\\"]/\\&/g')"
}

unreachable() {
  local shown
  shown=$(printf '%s' "$service" | sed 's|//[^/@]*@|//|')
  case $1 in
    28) fail "The convert service at $shown did not answer in time ($(curl_says)); try again, or with a smaller document." ;;
    *) fail "The convert service at $shown can't be reached ($(curl_says)); start it, or set TOOLS_CONVERT_URL to where it runs." ;;
  esac
}

curl_says() {
  LC_ALL=C tr -d '\r' < "$TOOLS_RUN_DIR/convert.curl" | tail -n 1
}

# What the service says to do is for those who speak HTTP, so some of it is said here in the words of the scripts.
tell_refusal() {
  answer_header content-type
  case $value in
    application/problem+json*) ;;
    text/plain*) fail "$(head -c 2000 "$answer" | LC_ALL=C tr -d '\000')" ;;
    *) fail "What answers at $service ($status) is no convert service; set TOOLS_CONVERT_URL to where it runs." ;;
  esac
  local detail code hint
  detail=$(problem_field detail)
  code=$(problem_field code)
  hint=$(problem_field hint)
  case $code in
    wrong_format) hint=$(fitting_script) ;;
    empty) hint="Give a file with text in it." ;;
    busy) hint="Try again in a minute." ;;
    unauthorized) hint="Set TOOLS_CONVERT_TOKEN to the service's CONVERT_TOKEN where the MCP client starts cairn." ;;
    not_found) hint="Is the convert service at $service older than this script? Update it." ;;
  esac
  fail "$detail${hint:+ $hint}"
}

# problem_field NAME: a text of the problem (RFC 9457) that was answered.
problem_field() {
  head -c 4000 "$answer" | LC_ALL=C tr -d '\000' | LC_ALL=C sed -nE 's/.*"'"$1"'":"(([^"\\]|\\.)*)".*/\1/p' |
    LC_ALL=C sed -E 's/\\(["\\])/\1/g'
}

# Says which script takes such a file, by its name.
fitting_script() {
  case $input in
    *.[mM][dD] | *.markdown | *.txt) set -- md_to_pdf ;;
    *.[hH][tT][mM] | *.[hH][tT][mM][lL]) set -- html_to_pdf ;;
    *.[dD][oO][cC][xX]) set -- docx_to_pdf ;;
    *.[pP][dD][fF]) set -- pdf_to_text ;;
    *) set -- "$endpoint" ;;
  esac
  if [ "$1" != "$endpoint" ]; then
    printf 'Use %s.' "$1"
  else
    printf 'md_to_pdf takes Markdown and plain text, html_to_pdf HTML, docx_to_pdf Word documents (docx), pdf_to_text PDFs.'
  fi
}

# answer_header NAME: sets value to a header of the answer, of the last one where there were several (100 Continue).
answer_header() {
  value=$(LC_ALL=C awk -v name="$1:" '
    { sub(/\r$/, "") }
    /^HTTP\// { found = "" }
    tolower(substr($0, 1, length(name))) == name { found = substr($0, length(name) + 1); sub(/^[ \t]+/, "", found) }
    END { printf "%s", found }' "$answer_head")
}

# expect TYPE START: ends the script unless the answer is of this type and starts so; nothing else gets to be the result.
expect() {
  answer_header content-type
  case $value in
    "$1"*) ;;
    *) fail "The convert service answered with ${value:-something} in place of $1; is $service the right one?" ;;
  esac
  if [ -n "$2" ] && [ "$(head -c "${#2}" "$answer" | LC_ALL=C tr -d '\000')" != "$2" ]; then
    fail "The convert service gave no proper result; try again."
  fi
}

# put FILE PLACE: copies a file beside its place and renames it: nobody ever sees half of it there. Sets place to where it is
# then, which is another name when a file is there that may not be replaced.
put() {
  local part=$2.part-$$
  unfinished=$part
  cp -- "$1" "$part" 2> /dev/null || fail "$2 can't be written: is there room on the disk, and may this user write there?"
  place=$2
  if [ "$replace" = no ]; then free_place "$2"; fi
  mv -f -- "$part" "$place" || fail "$place can't be replaced by this user; give another output_path."
  unfinished=
}

# free_place PLACE: sets place to the first of PLACE, NAME-2.EXTENSION, NAME-3.EXTENSION … that is free.
free_place() {
  local number=1
  place=$1
  while [ -e "$place" ] || [ -L "$place" ]; do
    number=$((number + 1))
    [ "$number" -le 999 ] || fail "$1 is there already, as are 998 more of its name; give an output_path, or set overwrite."
    place=${1%.*}-$number.${1##*.}
  done
}

# put_output: puts the answer at output, or beside it when a file is there that may not be replaced: that is added to warnings.
put_output() {
  put "$answer" "$output"
  if [ "$place" != "$output" ]; then
    warnings="${warnings:+$warnings; }$output was there already and stays, so the result is $place; overwrite replaces it"
  fi
  output=$place
}

# Why pictures that a document names were not sent with it.
left_out=
unfinished=
trap 'if [ -n "$unfinished" ]; then rm -f -- "$unfinished"; fi' EXIT
trap 'exit 143' TERM INT HUP

# tell_why_left_out: puts the reasons into the warning of pictures that did not come along, in place of the service's advice.
tell_why_left_out() {
  local advice="; put pictures into it as data: URIs"
  if [ -z "$left_out" ]; then return; fi
  case $warnings in
    *"did not come along"*"$advice"*) warnings="${warnings%%"$advice"*} ($left_out)${warnings#*"$advice"}" ;;
  esac
}

# to_pdf ENDPOINT FILE: converts a file to a PDF at output, with pictures of its first pages when asked for, and says so.
to_pdf() {
  local previews="[]" wanted=${INPUT_PREVIEW:-0} pages warnings converter verified bytes
  case $wanted in
    *[!0-9]* | ???*) refuse "preview must be a number of pages from 0 to 99; it is $wanted." ;;
  esac
  convert "$1" "$2"
  expect application/pdf %PDF-
  answer_header x-pages
  pages=$value
  answer_header x-warning
  warnings=$value
  tell_why_left_out
  answer_header x-converter
  converter=$value
  answer_header x-verify
  verified=$value
  put_output
  bytes=$(($(wc -c < "$answer")))
  printf 'Wrote %s (%s bytes%s).\n' "$output" "$bytes" "${pages:+, $(count_pages "$pages")}"
  if [ -n "$warnings" ]; then printf 'Warning: %s\n' "$warnings"; fi
  if [ -n "$verified" ]; then printf 'Verified: %s\n' "$verified"; fi
  # The PDF stands, whatever becomes of its pictures.
  if [ "$wanted" -gt 0 ]; then (preview "$wanted") && previews=$(cat "$preview_list") || true; fi
  {
    printf '{"path": %s, ' "$(printf '%s' "$output" | json_string)"
    if [ -n "$pages" ]; then printf '"pages": %d, ' "$pages"; fi
    if [ -n "$verified" ]; then printf '"verified": %s, ' "$(printf '%s' "$verified" | json_string)"; fi
    printf '"bytes": %d, "converter": %s, "warnings": %s, "previews": %s}\n' "$bytes" \
      "$(printf '%s' "$converter" | json_string)" "$(printf '%s' "$warnings" | json_string)" "$previews"
  } | write_outputs
}

count_pages() {
  if [ "$1" = 1 ]; then printf '1 page'; else printf '%s pages' "$1"; fi
}

preview_list=$TOOLS_RUN_DIR/convert.previews.json

# preview N: writes pictures of the first N pages beside the PDF, and a JSON list of them.
preview() {
  local folder=$TOOLS_RUN_DIR/convert.previews number=0 picture list=
  cp "$answer" "$TOOLS_RUN_DIR/convert.pdf"
  query=
  parameter to png
  parameter from pdf
  parameter pages "1-$1"
  parameter dpi 60
  convert convert "$TOOLS_RUN_DIR/convert.pdf"
  expect application/zip PK
  rm -rf "$folder"
  mkdir "$folder"
  unpack "$answer" "$folder" ||
    fail "There are no previews: unpacking them needs unzip, bsdtar or python3 on this machine."
  for picture in "$folder"/*.png; do
    [ -f "$picture" ] || continue
    number=$((number + 1))
    put "$picture" "${output%.*}.page-$number.png"
    printf 'Wrote %s.\n' "$place"
    list=$list${list:+, }$(printf '%s' "$place" | json_string)
  done
  printf '[%s]' "$list" > "$preview_list"
}

# macOS's tar reads zip archives too; GNU's doesn't, and says so.
unpack() {
  if command -v unzip > /dev/null; then unzip -q -o "$1" -d "$2"
  elif command -v bsdtar > /dev/null; then bsdtar -xf "$1" -C "$2"
  elif command -v python3 > /dev/null; then python3 -m zipfile -e "$1" "$2"
  else tar -xf "$1" -C "$2" 2> /dev/null
  fi
}
