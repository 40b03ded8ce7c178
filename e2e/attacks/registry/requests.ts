import type { Appliance } from "../appliance.ts";
import type { Attempt } from "../recorded-exchange.ts";

/** Where a call goes unless told, and with what. */
export const WRITE = "/api/scratchpad/write_file";
export const FILE = { path: "x.md", content: "x" };

interface Call {
	readonly path?: string;
	readonly token?: string;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
}

/** A call of an operation; of write_file, unless told. */
export function call({ path = WRITE, token, body = FILE, headers = {} }: Call): Attempt {
	return {
		method: "POST",
		path,
		headers: {
			"content-type": "application/json",
			...(token !== undefined && { authorization: `Bearer ${token}` }),
			...headers,
		},
		body: typeof body === "string" ? body : JSON.stringify(body),
	};
}

type TokenName = keyof Appliance["tokens"];
/** A call by one of the tokens. */
export const as =
	(name: TokenName, given: Call = {}) =>
	({ tokens }: Appliance) =>
		call({ token: tokens[name], ...given });
/** A look at an address, by the token of ada unless told. */
export const get =
	(path: string, name: TokenName = "ada") =>
	({ tokens }: Appliance): Attempt => ({ path, headers: { authorization: `Bearer ${tokens[name]}` } });
