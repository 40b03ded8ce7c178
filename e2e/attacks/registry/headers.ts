import { expect } from "vitest";
import type { Attacks } from "../refuse-table.ts";
import { as, call, WRITE } from "./requests.ts";

/** What browsers of other sites send, and what a header claims. */
export const HEADERS: Attacks = {
	"a Host of another site, without a token": {
		attempt: () => call({ headers: { host: "evil.example" } }),
		status: 401,
	},
	"a form of another site": {
		attempt: () => ({
			method: "POST",
			path: WRITE,
			headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://evil.example" },
			body: "path=x&content=x",
		}),
		status: 401,
	},
	"arguments as text/plain, which needs no leave of the browser": {
		attempt: as("ada", { headers: { "content-type": "text/plain" } }),
		status: 415,
	},
	"arguments as a form": {
		attempt: as("ada", { headers: { "content-type": "application/x-www-form-urlencoded" } }),
		status: 415,
	},
	"a question by a page of another site whether it may": {
		attempt: () => ({
			method: "OPTIONS",
			path: WRITE,
			headers: { origin: "http://evil.example", "access-control-request-method": "POST" },
		}),
		status: 401,
		answer: ({ headers }) => expect(headers["access-control-allow-origin"]).toBeUndefined(),
	},
	"another method in a header": {
		attempt: (appliance) => ({
			path: WRITE,
			headers: { authorization: `Bearer ${appliance.tokens.ada}`, "x-http-method-override": "POST" },
		}),
		status: 405,
	},
	"a request id that would write a log line": {
		attempt: as("ada", { body: { path: "" }, headers: { "x-request-id": '"},{"msg":"all is well"' } }),
		status: 400,
		answer: ({ headers }) => expect(headers["x-request-id"]).toMatch(/^req_\w+$/),
	},
	"an address that a stranger says that he has": {
		attempt: () => call({ headers: { "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "localhost" } }),
		status: 401,
	},
};
