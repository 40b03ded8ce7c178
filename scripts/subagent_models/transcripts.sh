# Reads the local Claude Code transcripts. The copies of this file in scripts/ are made by npm run share.

# A sentence and exit code 2 when the number of days is none.
require_days() {
  case $1 in
    '' | *[!0-9]* | 0) echo "days must be a whole number from 1 on; it is $1." >&2; exit 2 ;;
  esac
}

# transcripts DAYS: the lines of all transcripts that changed in the last days and that can hold an answer, a call or the
# result of one. Opens them for reading only.
transcripts() {
  local folder=$HOME/.claude/projects
  [ -d "$folder" ] || return 0
  # awk and not cat: a file that ends without a newline must not run into the next one.
  find "$folder" -type f -name '*.jsonl' -mtime "-$1" -exec awk 1 {} + 2> /dev/null \
    | LC_ALL=C grep -e '"assistant"' -e '"tool_result"' || true
}
