# A strict JSON reader for any awk. The copies of this file in scripts/ are made by npm run share.
#
# json_read(text) walks through one JSON value and calls, in the order of the text,
#   json_value(path, at)          for each text, number, true, false and null
#   json_opened(path, at)         for each object and array, where it begins
#   json_closed(path, at, count)  where it ends, with the number of its members
# which the program defines. Positions are indexes into json_kind (one of { } [ ] , : s n l), json_text (a string without
# its quotes, escapes as they stand), json_at and json_end (offsets in the text). A path is made of keys, each after the
# separator JSON_SEP, which no key can hold; an array's members all have the key *.
# Returns 1, or 0 with json_fault and json_fault_at. Needs LC_ALL=C.

BEGIN {
  JSON_SEP = "\001"
  # mawk has room for about a hundred calls in one another.
  JSON_DEPTH = 64
}

function json_read(text,    next_token) {
  json_fault = ""
  json_tokens(text)
  if (json_fault == "") {
    next_token = json_walk(1, "", 1)
    if (json_fault == "" && next_token <= json_count) json_fail("something follows its end", json_at[next_token])
  }
  return json_fault == ""
}

function json_fail(why, at) {
  if (json_fault == "") {
    json_fault = why
    json_fault_at = at
  }
  return 0
}

# Cuts at the quotation marks: between two of them is a string, unless a backslash made one of them part of it.
function json_tokens(text,    parts, count, part, at, end, string) {
  json_count = 0
  # A regular expression, because the awk of macOS cuts at newlines too when it's given a single character.
  count = split(text, part, /"/)
  if (text == "") count = 0
  at = 1
  for (parts = 1; parts <= count && json_fault == ""; parts++) {
    json_marks(part[parts], at)
    at += length(part[parts])
    if (parts == count) break
    end = at + length(part[++parts]) + 1
    while (json_ends_escaped(part[parts]) && parts < count) end += length(part[++parts]) + 1
    if (parts >= count) return json_fail("a text has no end", at)
    string = substr(text, at + 1, end - at - 1)
    if (!json_is_string(string)) return json_fail("a text holds a wrong character", at)
    json_token("s", string, at, end)
    at = end + 1
  }
}

function json_ends_escaped(string,    at) {
  for (at = length(string); at > 0 && substr(string, at, 1) == "\\"; at--) continue
  return (length(string) - at) % 2
}

# Whether nothing is left of its backslashes without the escapes that there are.
function json_is_string(string) {
  if (string ~ /[\001-\037]/) return 0
  if (index(string, "\\") == 0) return 1
  gsub(/\\["\\\/bfnrt]/, " ", string)
  gsub(/\\u[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]/, " ", string)
  return index(string, "\\") == 0
}

# What stands outside of strings.
function json_marks(text, at,    word) {
  while (match(text, /[^ \t\r\n]/)) {
    at += RSTART - 1
    text = substr(text, RSTART)
    if (text ~ /^[][{},:]/) {
      word = substr(text, 1, 1)
      json_token(word, word, at, at)
    } else {
      match(text, /^[^][{},: \t\r\n]+/)
      word = substr(text, 1, RLENGTH)
      if (word ~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/) json_token("n", word, at, at + length(word) - 1)
      else if (word ~ /^(true|false|null)$/) json_token("l", word, at, at + length(word) - 1)
      else return json_fail("there is something that JSON doesn't have", at)
    }
    at += length(word)
    text = substr(text, length(word) + 1)
  }
}

function json_token(kind, text, at, end) {
  json_count++
  json_kind[json_count] = kind
  json_text[json_count] = text
  json_at[json_count] = at
  json_end[json_count] = end
}

# Walks through the value at a token; gives the token after it.
function json_walk(at, path, depth,    kind, close_mark, count, member) {
  if (at > json_count) return json_fail("it ends too early", json_count > 0 ? json_end[json_count] : 1)
  if (depth > JSON_DEPTH) return json_fail("it is nested too deeply", json_at[at])
  kind = json_kind[at]
  if (kind ~ /^[snl]$/) {
    json_value(path, at)
    return at + 1
  }
  if (kind != "{" && kind != "[") return json_fail("a value is missing", json_at[at])
  close_mark = kind == "{" ? "}" : "]"
  json_opened(path, at)
  at++
  if (at <= json_count && json_kind[at] == close_mark) {
    json_closed(path, at, 0)
    return at + 1
  }
  for (;;) {
    count++
    member = "*"
    if (kind == "{") {
      if (at + 1 > json_count || json_kind[at] != "s" || json_kind[at + 1] != ":") return json_fail("a key is missing", json_at[at > json_count ? json_count : at])
      member = json_text[at]
      at += 2
    }
    at = json_walk(at, path JSON_SEP member, depth + 1)
    if (at == 0) return 0
    if (at > json_count) return json_fail("it ends too early", json_end[json_count])
    if (json_kind[at] == close_mark) break
    if (json_kind[at] != ",") return json_fail("a comma is missing", json_at[at])
    at++
  }
  json_closed(path, at, count)
  return at + 1
}
