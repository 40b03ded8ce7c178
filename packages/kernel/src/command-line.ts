export { parseFault } from "./command-line/parse-fault.ts";
export { parseFlags } from "./command-line/parse-flags.ts";
export { UsageError } from "./command-line/usage-error.ts";
