# Adds up which models answered, in the main conversation and in subagents. Needs json.awk before it. Environment: DAYS,
# FIGURES (the file for the figures as JSON). An answer is written in several lines with the same id: it counts once, by its
# last line.

{
  id = kind = model = side = ""
  split("", usage)
  if (!json_read($0)) {
    unreadable++
    next
  }
  if (kind != "assistant" || id == "" || model == "" || model == "<synthetic>") next
  model_of[id] = model
  side_of[id] = side == "true" ? "subagents" : "main"
  input[id] = usage["input_tokens"] + usage["cache_read_input_tokens"] + usage["cache_creation_input_tokens"]
  output[id] = usage["output_tokens"] + 0
}

function json_value(path, at,    raw) {
  raw = json_text[at]
  if (path == JSON_SEP "type") kind = raw
  else if (path == JSON_SEP "isSidechain") side = raw
  else if (path == message("id")) id = raw
  else if (path == message("model")) model = raw
  else if (index(path, message("usage") JSON_SEP) == 1) usage[substr(path, length(message("usage")) + 2)] = raw
  else if (path == item("type")) item_type = raw
  else if (path == item("id")) item_id = raw
  else if (path == item("name")) item_name = raw
  else if (path == item("input") JSON_SEP "subagent_type") item_agent = raw
}

function json_opened(path, at) {
  if (path == message("content") JSON_SEP "*") item_type = item_id = item_name = item_agent = ""
}

function json_closed(path, at, count) {
  if (path != message("content") JSON_SEP "*" || item_type != "tool_use" || item_id in seen) return
  if (item_name != "Task" && item_name != "Agent") return
  seen[item_id] = 1
  started[item_agent == "" ? "general-purpose" : item_agent]++
}

function message(key) {
  return JSON_SEP "message" JSON_SEP key
}

function item(key) {
  return message("content") JSON_SEP "*" JSON_SEP key
}

END {
  for (id in model_of) {
    place = side_of[id] SUBSEP model_of[id]
    answers[place]++
    sum_input[place] += input[id]
    sum_output[place] += output[id]
  }
  file = ENVIRON["FIGURES"]
  printf "Transcripts of the last %d days.\n", ENVIRON["DAYS"]
  printf "{\"main\": " > file
  tell_side("main", "main conversation")
  printf ", \"subagents\": " > file
  tell_side("subagents", "subagents")
  printf ", \"started\": {" > file
  tell_started()
  printf "}, \"unreadable_lines\": %d}\n", unreadable > file
  if (unreadable > 0) printf "%d lines are no JSON and were left out.\n", unreadable
}

# Keys are JSON texts as they stood in the transcripts, so they are written back as they are.
function tell_side(side, title,    place, parts, names, count, each, between) {
  for (place in answers) {
    split(place, parts, SUBSEP)
    if (parts[1] == side) names[++count] = parts[2]
  }
  sort(names, count)
  printf "\n%-36s %9s %15s %13s\n", title, "answers", "input tokens", "output tokens"
  if (count == 0) print "  none"
  printf "{" > file
  for (each = 1; each <= count; each++) {
    place = side SUBSEP names[each]
    printf "  %-34s %9d %15.0f %13.0f\n", names[each], answers[place], sum_input[place], sum_output[place]
    printf "%s\"%s\": {\"answers\": %d, \"input_tokens\": %.0f, \"output_tokens\": %.0f}", between, names[each], answers[place], sum_input[place], sum_output[place] > file
    between = ", "
  }
  printf "}" > file
}

function tell_started(    name, names, count, each, between) {
  for (name in started) names[++count] = name
  sort(names, count)
  printf "\n%-36s %9s\n", "subagents started", "times"
  if (count == 0) print "  none"
  for (each = 1; each <= count; each++) {
    printf "  %-34s %9d\n", names[each], started[names[each]]
    printf "%s\"%s\": %d", between, names[each], started[names[each]] > file
    between = ", "
  }
}

function sort(list, count,    one, other, swap) {
  for (one = 2; one <= count; one++) {
    for (other = one; other > 1 && list[other] < list[other - 1]; other--) {
      swap = list[other]
      list[other] = list[other - 1]
      list[other - 1] = swap
    }
  }
}
