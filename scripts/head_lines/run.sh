#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
. "$(dirname "$0")/json.sh"

file=${INPUT_FILE:?is missing}
lines=${INPUT_LINES:-10}
case $lines in
  *[!0-9]* | '') echo "lines must be a whole number from 0 on; it is $lines." >&2; exit 2 ;;
esac
case $file in
  \~/*) file=$HOME/${file#??} ;;
  /*) ;;
  *) file=$TOOLS_RUN_DIR/$file ;;
esac
if [ ! -f "$file" ]; then
  printf 'There is no file %s; give the path of a text file.\n' "$file" >&2
  exit 2
fi

head_file=$TOOLS_RUN_DIR/head_lines.txt
# sed because BSD's head refuses 0; q ends at the last line wanted, so a huge file costs no more.
if [ "$lines" -eq 0 ]; then : > "$head_file"; else LC_ALL=C sed "${lines}q" < "$file" > "$head_file"; fi

cat "$head_file"
# awk counts a last line without a newline as well, which wc does not.
printf '{"text": %s, "lines": %d, "file": %s}\n' \
  "$(json_string < "$head_file")" "$(LC_ALL=C awk 'END { print NR }' "$head_file")" \
  "$(printf '%s' "$head_file" | json_string)" | write_outputs
