/** The name under which the caller goes, for operations that have no argument for it. */
export const AGENT_HEADER = "x-cairn-agent";

/** What a list leaves out: the cursor of the next page, and where it is known, how many items come then. */
export const NEXT_CURSOR_HEADER = "x-cairn-next-cursor";
export const REMAINING_HEADER = "x-cairn-remaining";
