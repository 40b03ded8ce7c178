import { expect } from "vitest";
import type { Attacks } from "../refuse-table.ts";
import { form, get, ownForm } from "./requests.ts";

/** Names under which the server is asked, and what a proxy says that nobody trusts. */
export const HOST_NAMES: Attacks = {
	"a Host of another site": {
		attempt: get("/", { host: "evil.example" }),
		status: 421,
		audited: true,
	},
	"a name that was pointed at this machine": {
		attempt: form({ headers: { host: "evil.example", origin: "http://evil.example" } }),
		status: 421,
		audited: true,
	},
	"an address that reads like one of this network": {
		attempt: get("/", { host: "192.168.0.1.evil.example" }),
		status: 421,
	},
	"a public address": { attempt: get("/", { host: "198.51.100.7" }), status: 421 },
	"a Host with a user in it": { attempt: get("/", { host: "localhost@evil.example" }), status: 400 },
	"a proxy's Host of a stranger": {
		attempt: (appliance) => ownForm({ body: "", headers: { "x-forwarded-host": "evil.example" } })(appliance),
		status: 422,
		answer: ({ body }) => expect(body).not.toContain("evil.example"),
	},
	"a proxy's path of a stranger": {
		attempt: get("/", { "x-forwarded-prefix": "/evil" }),
		status: 200,
		answer: ({ body }) => expect(body).not.toContain("/evil"),
	},
};
