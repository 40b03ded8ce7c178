/** So many points in a window of so many seconds, which begins with the first one taken. */
export interface RateRule {
	/** Begins the keys of the rule. */
	readonly name: string;
	readonly points: number;
	readonly seconds: number;
}

const QUARTER_OF_AN_HOUR = 15 * 60;

/** Guesses of the owner's password or of the claim code from one address or known browser; a good one gives them back. */
export const LOGIN_RULE: RateRule = { name: "login", points: 10, seconds: QUARTER_OF_AN_HOUR };

/** Guesses from all addresses of the internet together, so that having many doesn't help; the owner's own shell lifts it. */
export const ALL_LOGINS_RULE: RateRule = { name: "logins", points: 100, seconds: QUARTER_OF_AN_HOUR };

/** The same for the addresses of the local network, where few can be had and the owner's own are. */
export const HOME_LOGINS_RULE: RateRule = { name: "home-logins", points: 300, seconds: QUARTER_OF_AN_HOUR };

/** Calls by one agent's token: far more than agents make, far less than a loop gone wild. */
export const TOKEN_RULE: RateRule = { name: "token", points: 1200, seconds: 60 };

/** Tokens that one address tries and that aren't any. */
export const BAD_TOKEN_RULE: RateRule = { name: "bad-token", points: 60, seconds: 60 };

/** Refused accesses of one caller that are told one by one, and of all callers; after that one event says that there are more. */
export const REFUSALS_RULE: RateRule = { name: "refusals", points: 20, seconds: 60 };
export const ALL_REFUSALS_RULE: RateRule = { name: "all-refusals", points: 100, seconds: 60 };

/** The same for those that services tell of, which anybody can who reaches the registry. */
export const TOLD_REFUSALS_RULE: RateRule = { name: "told-refusals", points: 40, seconds: 60 };
