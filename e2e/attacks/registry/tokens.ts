import type { Attacks } from "../refuse-table.ts";
import { MADE_UP_TOKEN } from "../shared-attacks.ts";
import { as, call, FILE, get, WRITE } from "./requests.ts";

/** Callers without a token that is good for what they want. */
export const TOKENS: Attacks = {
	"no token": { attempt: () => call({}), status: 401, audited: true },
	"a token that nobody made": { attempt: () => call({ token: MADE_UP_TOKEN }), status: 401, audited: true },
	"a known token's id with another secret": {
		attempt: ({ tokens }) => call({ token: `${tokens.ada.slice(0, -4)}AAAA` }),
		status: 401,
		audited: true,
	},
	"the shared token but for its end": {
		attempt: ({ tokens }) => call({ token: tokens.shared.slice(0, -1) }),
		status: 401,
		audited: true,
	},
	"an expired token": { attempt: as("expired"), status: 401, audited: true },
	"a paused token": { attempt: as("paused"), status: 401, audited: true },
	"a revoked token": { attempt: as("revoked"), status: 401, audited: true },
	"a token by Basic": {
		attempt: ({ tokens }) => {
			const authorization = `Basic ${Buffer.from(`ada:${tokens.ada}`).toString("base64")}`;
			return call({ headers: { authorization } });
		},
		status: 401,
		audited: true,
	},
	"a token in a cookie": {
		attempt: ({ tokens }) =>
			call({ headers: { cookie: `token=${tokens.ada}; authorization=${tokens.ada}` } }),
		status: 401,
		audited: true,
	},
	"a token in the query": {
		attempt: ({ tokens }) => call({ path: `${WRITE}?token=${tokens.ada}` }),
		status: 401,
		audited: true,
	},
	"a token in the query beside a good one": {
		attempt: ({ tokens }) => call({ path: `${WRITE}?access_token=${tokens.ada}`, token: tokens.ada }),
		status: 401,
		audited: true,
	},
	"another agent's id": {
		attempt: as("ada", { body: { ...FILE, agent_id: "bob" } }),
		status: 403,
		audited: true,
	},
	"another agent's id in the header": {
		attempt: as("ada", { headers: { "x-cairn-agent": "bob" } }),
		status: 403,
		audited: true,
	},
	"another agent's file, read": {
		attempt: as("ada", { path: "/api/scratchpad/read_file", body: { agent_id: "bob", path: "diary.md" } }),
		status: 403,
		audited: true,
	},
	"a list of agents instead of one": {
		attempt: as("ada", { body: { ...FILE, agent_id: ["ada", "bob"] } }),
		status: 403,
	},
	"an agent's id that stands twice": {
		attempt: as("ada", { body: '{"agent_id":"ada","path":"x","content":"x","agent_id":"bob"}' }),
		status: 403,
	},
	"a scope that is missing, to write": { attempt: as("reader"), status: 403, audited: true },
	"a scope that is missing, of another part": {
		attempt: as("reader", { path: "/api/claims/claim_search", body: { query: "x" } }),
		status: 403,
		audited: true,
	},
	"a scope that is missing, for the catalog": {
		attempt: get("/registry", "reader"),
		status: 403,
		audited: true,
	},
	"a scope that is missing, to discover": {
		attempt: as("reader", { path: "/discover", body: { prompt: "x" } }),
		status: 403,
		audited: true,
	},
	"figures by an agent's token": { attempt: get("/metrics"), status: 401, audited: true },
};
