export { type Field, type Hit, WordIndex } from "./index/word-index.ts";
export { promptTerms } from "./prompt-terms.ts";
export { relevantHits } from "./relevant-hits.ts";
export type { Term } from "./words/terms.ts";
