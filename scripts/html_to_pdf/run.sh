#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/convert.sh"

find_input "an HTML file"
find_output pdf
parameters theme landscape format margin scale page_ranges header footer print_background wait_ms verify
to_pdf html_to_pdf "$input"
