// Plain JavaScript: tools/start.mjs ends by these too, on Node versions that read no TypeScript.

/** A command line or a setting that can't be used: `EX_USAGE` of sysexits.h. */
export const EXIT_USAGE = 64;

/** A port that another program holds. */
export const EXIT_PORT_IN_USE = 3;
