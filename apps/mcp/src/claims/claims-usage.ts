export const CLAIMS_USAGE = `Usage: cairn claims <command> [options]

  add ENTITY KIND VOLATILITY CONFIDENCE TEXT
                      assert something; the same again confirms and updates it;
                      --rank N, --source S, --evidence E (more than once)
                      KIND: priority, status, fact or relationship
                      VOLATILITY: stable, slow or volatile; CONFIDENCE: 0 to 1
  search TEXT         claims whose text or entity contains it
  list                all claims (--entity E, --kind K)
  stale [THRESHOLD]   what lost so much of its confidence (0.5), stalest first
  contradictions      what contradicts, most severe first; --observed FILE
                      (JSON, - for stdin) also finds ranks that dropped
  confirm ID          it still holds, from now (--confidence C)
  retract ID          it no longer does
  history ID          who asserted, confirmed and retracted it

Options:
  --json              the answer as JSON, as the tools give it
  --state STATE       of search and list: active, stale, contradicted or retired
  --limit N           rows (100); --cursor C goes on where an answer ended
  --agent NAME        who does it: CAIRN_AGENT, or else your user name
  --db PATH           another SQLite file (CLAIMS_MCP_DB, CAIRN_DATABASE_URL,
                      SCRATCHPAD_DB_PATH); TOOLS_REGISTRY_URL names a server

A text that begins with - goes behind --. Exit codes: 0; 1 for an unknown id or
a store that can't be reached; 2 for a command that can't be understood.
`;
