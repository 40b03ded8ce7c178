import { expect, test } from "vitest";
import { openAdmin } from "./open-admin.ts";

test.each([
	["GET", "/registry"],
	["GET", "/registry/events"],
	["GET", "/client/cairn.tgz"],
	["POST", "/api/scratchpad/write_file"],
])(
	"a program that takes the admin for the registry is told by %s %s where that one is",
	async (method, path) => {
		await using admin = await openAdmin();
		const answer = await admin.anybody(`http://homeserver:3460${path}`, {
			method,
			headers: { "content-type": "application/json", authorization: "Bearer x" },
			...(method === "POST" && { body: "{}" }),
		});
		expect(answer.status).toBe(404);
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect(await answer.json()).toMatchObject({
			code: "not_found",
			detail: expect.stringMatching(
				/^This is Cairn's admin; its registry is at http:\/\/homeserver:9\. Set TOOLS_REGISTRY_URL to that\.$/,
			),
		});
	},
);
