#!/usr/bin/env bash
set -euo pipefail
: "${TOOLS_RUN_DIR:?is set by Cairn; set it to a folder of your own to try this by hand}"
: "${HOME:?is not set, so there are no transcripts to read}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/json.sh"
. "$here/transcripts.sh"

days=${INPUT_DAYS:-30}
require_days "$days"
figures=$TOOLS_RUN_DIR/measure_savings.figures
transcripts "$days" | DAYS=$days SERVER=${INPUT_SERVER:-cairn} FIGURES=$figures LC_ALL=C awk -f "$here/json.awk" -f "$here/savings.awk"
write_outputs < "$figures"
