import type { Attacks } from "../refuse-table.ts";
import { form, get, ownForm, ROUTINE } from "./requests.ts";

/** What another site has the owner's browser send, with the session in it. */
export const FORGERIES: Attacks = {
	"a form of another site": {
		attempt: form({ headers: { origin: "http://evil.example" } }),
		status: 403,
		audited: true,
	},
	"a form of another site, as browsers say it": {
		attempt: form({ headers: { "sec-fetch-site": "cross-site" } }),
		status: 403,
		audited: true,
	},
	"a form of another port": {
		attempt: form({ headers: { origin: "http://127.0.0.1:1" } }),
		status: 403,
		audited: true,
	},
	"a form of another port, as browsers say it": {
		attempt: form({ headers: { "sec-fetch-site": "same-site" } }),
		status: 403,
		audited: true,
	},
	"a form of another site that claims our origin": {
		attempt: (appliance) =>
			form({ headers: { "sec-fetch-site": "cross-site", origin: appliance.urls.admin } })(appliance),
		status: 403,
		audited: true,
	},
	"a form of https, at http": {
		attempt: (appliance) =>
			form({ headers: { origin: appliance.urls.admin.replace("http:", "https:") } })(appliance),
		status: 403,
		audited: true,
	},
	"a form of a page without an origin": {
		attempt: form({ headers: { origin: "null" } }),
		status: 403,
		audited: true,
	},
	"a form that doesn't say where it is from": { attempt: form({}), status: 403, audited: true },
	"a form with a token that was made up": {
		attempt: form({ body: `${ROUTINE}&csrf=${"A".repeat(43)}` }),
		status: 403,
		audited: true,
	},
	"JSON of another site": {
		attempt: form({ type: "application/json", body: "{}", headers: { origin: "http://evil.example" } }),
		status: 403,
		audited: true,
	},
	"text/plain of another site": {
		attempt: form({ type: "text/plain", headers: { origin: "http://evil.example" } }),
		status: 403,
		audited: true,
	},
	"files of another site": {
		attempt: form({
			path: "/convert",
			type: "multipart/form-data; boundary=x",
			body: "--x--\r\n",
			headers: { origin: "http://evil.example" },
		}),
		status: 403,
		audited: true,
	},
	"a way out by a form of another site": {
		attempt: form({ path: "/logout", body: "", headers: { origin: "http://evil.example" } }),
		status: 403,
	},
	"a change by GET": { attempt: get("/agents/bob/tokens?label=x"), status: 404 },
	"a change by HEAD with another method in a header": {
		attempt: (appliance) => ({
			...get("/routines", { "x-http-method-override": "POST" })(appliance),
			method: "HEAD",
		}),
		status: 200,
	},
	"a change by a method that nobody knows": {
		attempt: (appliance) => ({ ...ownForm({})(appliance), method: "PATCH" }),
		status: 404,
	},
};
