import { Hono } from "hono";
import { expect, test } from "vitest";
import { reasonOf } from "../conversion-error.ts";
import { refuseForeignPages } from "./refuse-foreign-pages.ts";

const app = new Hono();
app.use(refuseForeignPages(async () => {}));
app.all("/*", (context) => context.text("done"));
app.onError((error, context) => context.text(String(reasonOf(error)), 403));

const HOST = "homeserver:3459";

test.each([
	["a program", {}, 200],
	["a program that names the service by a private address", { host: "192.168.1.2:3459" }, 200],
	["the service's own page", { "sec-fetch-site": "same-origin", origin: `http://${HOST}` }, 200],
	["the address line of a browser", { "sec-fetch-site": "none" }, 200],
	["a browser without Sec-Fetch-Site, from the service's own page", { origin: `http://${HOST}` }, 200],
	["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
	[
		"another server of this machine",
		{ "sec-fetch-site": "same-site", origin: "http://homeserver:8080" },
		403,
	],
	["a browser without Sec-Fetch-Site, from another site", { origin: "https://evil.example" }, 403],
	["a page without an origin", { origin: "null" }, 403],
	["a site that points its own name here", { host: "evil.example:3459" }, 403],
	[
		"a site that points its own name here, with a token",
		{ host: "evil.example", authorization: "Bearer x" },
		200,
	],
])("%s", async (_who, headers, status) => {
	const response = await app.request("/md_to_pdf", { method: "POST", headers: { host: HOST, ...headers } });
	expect(response.status).toBe(status);
});
