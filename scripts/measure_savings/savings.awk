# Adds up what transcripts say of tokens and of Cairn's answers. Needs json.awk before it. Environment: DAYS, SERVER (the
# name that Cairn has in the client), FIGURES (the file for the figures as JSON). An answer is written in several lines with the same id: it counts once, by its last line.

BEGIN { prefix = "mcp__" ENVIRON["SERVER"] "__" }

{
  id = kind = ""
  split("", usage)
  if (!json_read($0)) {
    unreadable++
    next
  }
  if (kind == "assistant" && id != "") count_answer()
}

function json_value(path, at,    raw) {
  raw = json_text[at]
  if (path == JSON_SEP "type") kind = raw
  else if (path == message("id")) id = raw
  else if (index(path, message("usage") JSON_SEP) == 1) usage[substr(path, length(message("usage")) + 2)] = raw
  else if (path == item("type")) item_type = raw
  else if (path == item("id")) item_id = raw
  else if (path == item("name")) item_name = raw
  else if (path == item("tool_use_id")) item_call = raw
  else if (index(path, item("content")) == 1) item_text = item_text raw
}

function json_opened(path, at) {
  if (path == message("content") JSON_SEP "*") item_type = item_id = item_name = item_call = item_text = ""
}

function json_closed(path, at, count) {
  if (path != message("content") JSON_SEP "*") return
  if (item_type == "tool_use" && index(item_name, prefix) == 1 && !(item_id in tool_of)) {
    tool_of[item_id] = substr(item_name, length(prefix) + 1)
    calls++
    if (tool_of[item_id] == "read_file") reads++
  }
  if (item_type == "tool_result" && item_call in tool_of && !(item_call in answered)) {
    answered[item_call] = 1
    if (tool_of[item_call] != "read_file") return
    # The answer is JSON inside a JSON text, so its quotation marks bear a backslash.
    if (item_text ~ /\\"unchanged\\": *true/) unchanged++
    else if (item_text ~ /\\"diff\\": *\[/) diffs++
  }
}

function message(key) {
  return JSON_SEP "message" JSON_SEP key
}

function item(key) {
  return message("content") JSON_SEP "*" JSON_SEP key
}

function count_answer() {
  if (!(id in input)) answers++
  input[id] = usage["input_tokens"] + 0
  cache_read[id] = usage["cache_read_input_tokens"] + 0
  cache_write[id] = usage["cache_creation_input_tokens"] + 0
  output[id] = usage["output_tokens"] + 0
}

END {
  for (id in input) {
    sum_input += input[id]
    sum_read += cache_read[id]
    sum_write += cache_write[id]
    sum_output += output[id]
  }
  all = sum_input + sum_read + sum_write
  percent = all > 0 ? 100 * sum_read / all : 0
  printf "Transcripts of the last %d days: %d answers.\n", ENVIRON["DAYS"], answers
  printf "%-28s %15.0f\n", "input tokens, not cached", sum_input
  printf "%-28s %15.0f  (%.1f %% of all input)\n", "input tokens from the cache", sum_read, percent
  printf "%-28s %15.0f\n", "input tokens into the cache", sum_write
  printf "%-28s %15.0f\n", "output tokens", sum_output
  printf "Cairn: %d calls, %d of them read_file: %d answered \"unchanged\", %d with a diff.\n", calls, reads, unchanged, diffs
  if (unreadable > 0) printf "%d lines are no JSON and were left out.\n", unreadable
  printf "{\"answers\": %d, \"input_tokens\": %.0f, \"cache_read_tokens\": %.0f, \"cache_write_tokens\": %.0f, ", answers, sum_input, sum_read, sum_write > ENVIRON["FIGURES"]
  printf "\"output_tokens\": %.0f, \"cached_percent\": %.1f, \"cairn_calls\": %d, \"cairn_reads\": %d, ", sum_output, percent, calls, reads > ENVIRON["FIGURES"]
  printf "\"cairn_unchanged\": %d, \"cairn_diffs\": %d, \"unreadable_lines\": %d}\n", unchanged, diffs, unreadable > ENVIRON["FIGURES"]
}
