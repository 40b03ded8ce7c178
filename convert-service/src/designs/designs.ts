/** The designs of Markdown documents; each has a style sheet of its name in assets/. */
export const designs = ["collana", "magicM", "magic3"] as const;

export type Design = (typeof designs)[number];
