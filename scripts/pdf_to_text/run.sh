#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/convert.sh"

# So much text goes into the answer itself; a longer one is read from its file, or asked for in parts.
shown_bytes=20000

find_input "a PDF"
find_output txt
parameters layout pages max_chars offset
convert pdf_to_text "$input"
expect text/plain ""
answer_header x-pages
pages=$value
answer_header x-next-page
next_page=$value
answer_header x-next-offset
next_offset=$value
answer_header x-warning
warnings=$value
answer_header x-converter
converter=$value
put_output

bytes=$(($(wc -c < "$answer")))
printf 'Wrote %s (%s bytes).\n' "$output" "$bytes"
if [ -n "$warnings" ]; then printf 'Warning: %s\n' "$warnings"; fi
if [ -n "$next_page" ]; then printf 'There is more: go on with pages=%s-%s.\n' "$next_page" "${next_offset:+ and offset=$next_offset}"; fi
if [ "$bytes" -gt "$shown_bytes" ]; then
  echo "The text is too long for this answer: read the file, or ask with max_chars=$shown_bytes."
fi
{
  printf '{"path": %s, ' "$(printf '%s' "$output" | json_string)"
  if [ "$bytes" -le "$shown_bytes" ]; then printf '"text": %s, ' "$(json_string < "$answer")"; fi
  if [ -n "$pages" ]; then printf '"pages": %d, ' "$pages"; fi
  if [ -n "$next_page" ]; then printf '"next_page": %d, ' "$next_page"; fi
  if [ -n "$next_offset" ]; then printf '"next_offset": %d, ' "$next_offset"; fi
  printf '"bytes": %d, "converter": %s, "warnings": %s}\n' "$bytes" "$(printf '%s' "$converter" | json_string)" \
    "$(printf '%s' "$warnings" | json_string)"
} | write_outputs
