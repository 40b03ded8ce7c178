import type { Attacks } from "./refuse-table.ts";

export const MEBIBYTE = 1_048_576;

/** An agent's token by its form, which nobody ever made. */
export const MADE_UP_TOKEN = `cairn_${"0".repeat(12)}_${"A".repeat(43)}`;

/** Ends a text of SQL, matches everything, and escapes what comes next. */
export const SQL = `'; DROP TABLE files; --%_"\\`;

/** Who asks for a server's figures and may not. */
export const FIGURES: Attacks = {
	"figures by a wrong token": {
		attempt: () => ({ path: "/metrics", headers: { authorization: "Bearer guess" } }),
		status: 401,
		audited: true,
	},
	"figures from elsewhere, through a proxy here": {
		attempt: () => ({ path: "/metrics", headers: { "x-forwarded-for": "192.0.2.7" } }),
		status: 401,
		audited: true,
	},
};
