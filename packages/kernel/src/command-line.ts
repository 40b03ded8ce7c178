export { isMisuse } from "./command-line/is-misuse.ts";
export { parseArguments, parseFlags } from "./command-line/parse-arguments.ts";
export { refuseArguments } from "./command-line/refuse-arguments.ts";
export { UsageError } from "./command-line/usage-error.ts";
