# The discovery hook: a launcher under ~/.claude/hooks, and its entry in Claude Code's settings.

HOOK_COMMAND='"$HOME/.claude/hooks/tool-discovery.sh"'

# The program of Cairn on this laptop; nothing when it isn't known.
cairn_program() {
  local program=${INPUT_CAIRN:-${CAIRN_COMMAND:-}}
  if [ -z "$program" ]; then program=$(command -v cairn || true); fi
  if [ -n "$program" ] && [ -f "$program" ]; then printf '%s' "$program"; fi
}

# write_launcher PROGRAM FILE: Node.js is looked for on PATH, then where Cairn's own was.
write_launcher() {
  local node=${CAIRN_NODE:-}
  mkdir -p "$(dirname "$2")"
  {
    echo '#!/bin/sh'
    printf 'PATH="$PATH":%s %s hook prompt 2>/dev/null || exit 0\n' \
      "$(shell_quote "$(dirname "${node:-/usr/local/bin/node}")")" "$(shell_quote "$1")"
  } > "$2"
  chmod 755 "$2"
}

# A text as one word of a shell.
shell_quote() {
  printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"
}

# write_hook_template FILE: what Claude Code's settings hold for the hook.
write_hook_template() {
  printf '{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": %s, "timeout": 5}]}]}}\n' \
    "$(printf '%s' "$HOOK_COMMAND" | json_string)" > "$1"
}

# Whether the settings name the hook already, however they do.
settings_name_hook() {
  [ -f "$HOME/.claude/settings.json" ] && grep -q 'hooks/tool-discovery\.sh' "$HOME/.claude/settings.json"
}
