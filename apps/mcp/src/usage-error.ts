/** A command line that can't be understood. */
export class UsageError extends Error {}
