/** How long an engine may take to start, however little time a document has, milliseconds. */
export const START_LIMIT_MS = 60_000;
