export { failureOf } from "./failure-of.ts";
export { serveToolset } from "./serve-toolset.ts";
