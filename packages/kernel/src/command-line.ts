export { isMisuse } from "./command-line/is-misuse.ts";
export { parseFault } from "./command-line/parse-fault.ts";
export { parseFlags } from "./command-line/parse-flags.ts";
export { refuseArguments } from "./command-line/refuse-arguments.ts";
export { UsageError } from "./command-line/usage-error.ts";
