import type { Attacks } from "../refuse-table.ts";
import { MEBIBYTE } from "../shared-attacks.ts";
import { ownForm, setsNothing } from "./requests.ts";

/** Forms that are too large, or are none of the server's. */
export const BODIES: Attacks = {
	"a form of 2 MiB": {
		attempt: ownForm({ headers: { "content-length": String(2 * MEBIBYTE) } }),
		status: 413,
	},
	"a form of 1 MiB and more, without a length and an end": {
		attempt: (appliance) => ({ ...ownForm({})(appliance), endless: MEBIBYTE + 1 }),
		status: 413,
	},
	"a password of 2 MiB without a length and an end, by a stranger": {
		attempt: (appliance) => ({
			...ownForm({ path: "/login", signedIn: false })(appliance),
			endless: 2 * MEBIBYTE,
		}),
		status: 413,
		answer: setsNothing,
	},
	"a plain form without an end to the page that takes documents, by a stranger": {
		attempt: (appliance) => ({
			...ownForm({ path: "/convert", signedIn: false })(appliance),
			endless: 2 * MEBIBYTE,
		}),
		status: 413,
		answer: setsNothing,
	},
	"a form of half a million fields, by a stranger": {
		attempt: ownForm({ path: "/login", body: "a&".repeat(500_000), signedIn: false }),
		status: 400,
		answer: setsNothing,
	},
	"a form that names a prototype": {
		attempt: ownForm({ body: "__proto__[isOwner]=1&constructor[prototype]=1&name=" }),
		status: 422,
	},
	"files where fields belong": {
		attempt: ownForm({
			type: "multipart/form-data; boundary=x",
			body: '--x\r\ncontent-disposition: form-data; name="name"; filename="x"\r\n\r\nx\r\n--x--\r\n',
		}),
		status: 415,
	},
	"an envelope of files that can't be read, by a stranger": {
		attempt: ownForm({ path: "/login", type: "multipart/form-data", body: "x", signedIn: false }),
		status: 415,
		answer: setsNothing,
	},
	"an envelope of files that can't be read, where files may be sent": {
		attempt: ownForm({ path: "/convert", type: "multipart/form-data", body: "x" }),
		status: 422,
	},
	"JSON where a form belongs": { attempt: ownForm({ type: "application/json", body: "{}" }), status: 415 },
};
