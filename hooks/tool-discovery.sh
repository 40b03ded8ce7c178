#!/bin/sh
node "${0%/*}/../apps/mcp/bin/cairn.mjs" hook prompt 2>/dev/null || exit 0
