# Compares a settings file with a template, and merges what is missing into it without touching anything else.
# Environment: SETTINGS and TEMPLATE name the files, MERGED where the result goes (empty: nowhere), REPORT where the figures
# go. Needs json.awk before it. Exits 3 when the settings are no JSON, 4 when the template is none.

BEGIN {
  template = read_file(ENVIRON["TEMPLATE"])
  side = "T"
  if (!json_read(template) || json_kind[1] != "{") fail(template, "The template", 4)
  tokens = json_count
  for (i = 1; i <= tokens; i++) {
    template_kind[i] = json_kind[i]
    template_text[i] = json_text[i]
  }
  settings = read_file(ENVIRON["SETTINGS"])
  side = "S"
  if (!json_read(settings) || json_kind[1] != "{") fail(settings, "settings.json", 3)
  unit = indent_unit(settings)
  compare(1, "")
  if (missing == 0 && different == 0) print "Nothing is missing."
  if (ENVIRON["MERGED"] != "") write_merged(ENVIRON["MERGED"])
  printf "%d %d\n", missing, different > ENVIRON["REPORT"]
}

function read_file(name,    text, line, lines) {
  while ((getline line < name) > 0) text = text (lines++ ? "\n" : "") line
  close(name)
  return text (lines ? "\n" : "")
}

function fail(text, what, code,    before, why, line) {
  why = "it must be an object"
  if (json_fault != "") {
    why = json_fault
    before = substr(text, 1, json_fault_at)
  }
  line = gsub(/\n/, "", before) + 1
  # Not /dev/stderr, which some awks open as a file, and that fails for a socket.
  printf("%s is not usable JSON: %s, in line %d. Nothing was changed.\n", what, why, line) | "cat 1>&2"
  close("cat 1>&2")
  exit code
}

# What json.awk finds: where each thing of the settings is, and which members its arrays have.

function json_value(path, at) {
  if (side == "T") return
  note_member(path, at, at)
  kind_of[path] = "value"
  text_of[path] = one_line(at, at)
}

function json_opened(path, at) {
  if (side == "T") return
  opened[++open_count] = at
  kind_of[path] = json_kind[at]
}

function json_closed(path, at, count) {
  if (side == "T") return
  close_of[path] = at
  count_of[path] = count
  note_member(path, opened[open_count--], at)
}

function note_member(path, from, to) {
  if (substr(path, length(path)) == "*") has[substr(path, 1, length(path) - 2), one_line(from, to)] = 1
}

# A value of the settings without spaces.
function one_line(from, to,    at, line) {
  for (at = from; at <= to; at++) line = line as_written(json_kind[at], json_text[at])
  return line
}

function as_written(kind, text) {
  return kind == "s" ? "\"" text "\"" : text
}

# Compares the template's object at a token with the settings' object of the same path; gives the token after it.
function compare(at, path,    key, inner) {
  for (at++; template_kind[at] != "}"; ) {
    if (template_kind[at] == ",") at++
    key = template_text[at]
    inner = path JSON_SEP key
    at += 2
    if (!(inner in kind_of)) {
      tell("missing", inner, "")
      add(path, at, "\"" key "\": ")
      at = skip(at)
    } else if (template_kind[at] == "{" && kind_of[inner] == "{") at = compare(at, inner)
    else if (template_kind[at] == "[" && kind_of[inner] == "[") at = compare_members(at, inner)
    else {
      if (kind_of[inner] != "value" || text_of[inner] != as_written(template_kind[at], template_text[at])) tell("differs", inner, " (yours stays)")
      at = skip(at)
    }
  }
  return at + 1
}

function compare_members(at, path,    from, to, line) {
  for (at++; template_kind[at] != "]"; at = to) {
    if (template_kind[at] == ",") at++
    to = skip(at)
    line = ""
    for (from = at; from < to; from++) line = line as_written(template_kind[from], template_text[from])
    if ((path, line) in has) continue
    tell("missing", path, ": " line)
    add(path, at, "")
  }
  return at + 1
}

# The token after the template's value at a token.
function skip(at,    depth) {
  do {
    if (template_kind[at] ~ /^[[{]$/) depth++
    if (template_kind[at] ~ /^[]}]$/) depth--
    at++
  } while (depth > 0)
  return at
}

function tell(what, path, more) {
  if (what == "missing") missing++
  else different++
  path = substr(path, 2)
  gsub(JSON_SEP, ".", path)
  printf "%-8s %s%s\n", what, path, more
}

# Notes that a member goes to the end of the settings' object or array of a path.
function add(path, at, key) {
  if (!(path in added)) order[++places] = path
  added[path, ++added[path]] = at
  added_key[path, added[path]] = key
}

function write_merged(file,    place, sorted, other, swap, result, from, path) {
  for (place = 1; place <= places; place++) sorted[place] = order[place]
  for (place = 2; place <= places; place++) {
    for (other = place; other > 1 && json_at[close_of[sorted[other]]] < json_at[close_of[sorted[other - 1]]]; other--) {
      swap = sorted[other]
      sorted[other] = sorted[other - 1]
      sorted[other - 1] = swap
    }
  }
  from = 1
  for (place = 1; place <= places; place++) {
    path = sorted[place]
    result = result substr(settings, from, json_end[close_of[path] - 1] - from + 1) additions(path)
    from = json_end[close_of[path] - 1] + 1
    # An empty one gets its own line for its end.
    if (count_of[path] == 0) {
      from = json_at[close_of[path]]
      result = result "\n" line_indent(json_at[close_of[path]])
    }
  }
  printf "%s", result substr(settings, from) > file
  close(file)
}

# What goes before the end of an object or array: on lines of their own, unless it's all on one line.
function additions(path,    at, text, indent, between) {
  at = close_of[path]
  indent = line_indent(json_at[at]) unit
  between = count_of[path] > 0 && index(substr(settings, json_end[at - 1], json_at[at] - json_end[at - 1]), "\n") == 0 ? " " : "\n" indent
  for (at = 1; at <= added[path]; at++) {
    if (at > 1 || count_of[path] > 0) text = text ","
    text = text between added_key[path, at] pretty(added[path, at], indent)
  }
  return text
}

# The template's value at a token, on as many lines as it has members.
function pretty(at, indent,    text, to, kind) {
  kind = template_kind[at]
  if (kind !~ /^[[{]$/) return as_written(kind, template_text[at])
  if (template_kind[at + 1] ~ /^[]}]$/) return kind template_text[at + 1]
  text = kind
  for (at++; template_kind[at] !~ /^[]}]$/; at = to) {
    if (template_kind[at] == ",") {
      text = text ","
      at++
    }
    text = text "\n" indent unit
    if (kind == "{") {
      text = text "\"" template_text[at] "\": "
      at += 2
    }
    to = skip(at)
    text = text pretty(at, indent unit)
  }
  return text "\n" indent template_text[at]
}

# The white space at the start of the line with an offset.
function line_indent(at,    line) {
  line = substr(settings, 1, at)
  while (match(line, /\n/)) line = substr(line, RSTART + 1)
  match(line, /^[ \t]*/)
  return substr(line, 1, RLENGTH)
}

function indent_unit(text) {
  return match(text, /\n[ \t]+/) ? substr(text, RSTART + 1, RLENGTH - 1) : "  "
}
