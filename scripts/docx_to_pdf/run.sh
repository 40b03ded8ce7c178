#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/convert.sh"

find_input "a Word document (docx)"
find_output pdf
parameters verify
to_pdf docx_to_pdf "$input"
