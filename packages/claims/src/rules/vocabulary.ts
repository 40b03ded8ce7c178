export const KINDS = ["priority", "status", "fact", "relationship"] as const;
export const VOLATILITIES = ["stable", "slow", "volatile"] as const;
/** Only active claims are checked for staleness and contradictions. */
export const STATES = ["active", "stale", "contradicted", "retired"] as const;

export type Kind = (typeof KINDS)[number];
export type Volatility = (typeof VOLATILITIES)[number];
export type State = (typeof STATES)[number];
