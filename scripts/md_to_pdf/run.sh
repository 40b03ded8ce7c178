#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/convert.sh"
. "$here/pictures.sh"

find_input "a Markdown file"
find_output pdf
parameters design engine landscape format margin scale page_ranges header footer print_background wait_ms verify
embed_pictures
to_pdf md_to_pdf "$source"
