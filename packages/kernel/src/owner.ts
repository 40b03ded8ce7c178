/** Stands for the owner where an agent's name does: no agent can be called so, as no name has an at sign. */
export const OWNER = "@owner";
