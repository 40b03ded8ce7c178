# JSON without jq, for bash 3.2 and any awk. The copies of this file in scripts/ are made by npm run share.

# Writes standard input as one JSON string. A quote, a backslash and every control character is escaped, so no text can
# end the string early; bytes that aren't UTF-8 are dropped, as JSON can't hold them.
json_string() {
  # The x at the end tells a last newline from none; awk alone can't.
  { to_utf8; printf x; } | LC_ALL=C awk '
    BEGIN {
      for (code = 1; code < 32; code++) escape[sprintf("%c", code)] = sprintf("\\u%04x", code)
      escape["\""] = "\\\""
      escape["\\"] = "\\\\"
      printf "\""
    }
    NR > 1 { write(line); printf "\\n" }
    { line = $0 }
    END { write(substr(line, 1, length(line) - 1)); printf "\"" }
    function write(text,    at, one) {
      if (text !~ /[\001-\037"\\]/) { printf "%s", text; return }
      for (at = 1; at <= length(text); at++) {
        one = substr(text, at, 1)
        printf "%s", (one in escape) ? escape[one] : one
      }
    }'
}

to_utf8() {
  if command -v iconv > /dev/null; then
    LC_ALL=C tr -d '\000' | { iconv -c -f UTF-8 -t UTF-8 2> /dev/null || true; }
  else
    LC_ALL=C tr -d '\000\200-\377'
  fi
}

# Puts standard input in the place of the run's outputs.json, whole or not at all.
write_outputs() {
  cat > "$TOOLS_RUN_DIR/outputs.json.part"
  mv -f "$TOOLS_RUN_DIR/outputs.json.part" "$TOOLS_RUN_DIR/outputs.json"
}
