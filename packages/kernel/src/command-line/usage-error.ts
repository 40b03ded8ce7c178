/** A command line that can't be understood; says what is wrong with it. */
export class UsageError extends Error {}
