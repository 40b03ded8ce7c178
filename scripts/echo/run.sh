#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
. "$(dirname "$0")/json.sh"

file=$TOOLS_RUN_DIR/echo.txt
if [ -n "${INPUT_TEXT_FILE-}" ]; then
  cat "$INPUT_TEXT_FILE" > "$file" # A text of more than 64 KiB comes as a file.
else
  printf '%s' "${INPUT_TEXT?is missing}" > "$file"
fi

cat "$file"
printf '{"text": %s, "file": %s}\n' "$(json_string < "$file")" "$(printf '%s' "$file" | json_string)" | write_outputs
