import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDiscovery, putScript, until } from "./discover-fixture.ts";

const TOKEN = "a-shared-token-of-length";
const JSON_TYPE = { "content-type": "application/json" };

describe("POST /discover", () => {
	test("answers with what fits the prompt, in the shape that hooks know", async () => {
		await using server = await openDiscovery();
		const id = await server.claim("c", "router", "The router in the hallway is restarted by its button.");
		await server.addRoutines([{ name: "Tidy", text: "Leave no debug output.", context: "both" }]);
		await until(async () => (await server.discover("router")).knowledge.length > 0);
		const answer = await server.discover("Restart the router and send an email about it", {
			context: "work",
		});
		expect(answer).toEqual({
			tools: [{ name: "send_mail", summary: "Sends an email to one or more people.", script: "send_mail" }],
			knowledge: [
				{
					type: "fact",
					name: "router",
					summary: "The router in the hallway is restarted by its button.",
					...{ id, confidence: 0.9, age_days: 0, stale: false },
				},
			],
			playbooks: [],
			routines: [{ id: expect.stringMatching(/^rt_/), name: "Tidy", summary: "Leave no debug output." }],
			keywords: ["restart", "router", "send", "email"],
		});
	});

	test("gives routines of the context whatever the prompt says, in the owner's order", async () => {
		await using server = await openDiscovery();
		await server.addRoutines([
			{ name: "both", text: "x", context: "both" },
			{ name: "work", text: "x", context: "work" },
			{ name: "private", text: "x", context: "private" },
		]);
		const names = async (more: object) =>
			(await server.discover("", { ...more })).routines.map(({ name }) => name);
		expect(await names({ context: "work" })).toEqual(["both", "work"]);
		expect(await names({ context: "private" })).toEqual(["both", "private"]);
		expect(await names({})).toEqual(["both", "private"]);
	});

	test("follows claims: new ones, retracted ones, confirmed ones", async () => {
		await using server = await openDiscovery();
		const finds = async () => (await server.discover("zeppelin")).knowledge.length === 1;
		const id = await server.claim("z", "zeppelin", "The zeppelin flies at noon.");
		await until(finds);
		await server.post("/api/claims/claim_retract", { id });
		await until(async () => !(await finds()));
		await server.post("/api/claims/claim_confirm", { id });
		await until(finds);
	});

	test("follows the scripts folder", async () => {
		await using server = await openDiscovery();
		const finds = async (prompt: string) =>
			(await server.discover(prompt)).tools.some(({ name }) => name === "zeppelin");
		await putScript(server.scripts, "zeppelin", "Flies at noon.");
		await until(() => finds("zeppelin"));
		await putScript(server.scripts, "zeppelin", "Lands at midnight.");
		await until(() => finds("midnight"));
		expect(await finds("noon")).toBe(false);
		await rm(join(server.scripts, "zeppelin"), { recursive: true });
		await until(async () => !(await finds("zeppelin")));
	});

	test("ranks what is more certain first, and gives as many as were asked for", async () => {
		await using server = await openDiscovery();
		for (const [n, confidence] of [0.2, 0.9, 0.5, 0.7].entries())
			await server.claim(`z${n}`, "zeppelin", `The zeppelin has ${n + 11} engines.`, { confidence });
		await until(async () => (await server.discover("zeppelin")).knowledge.length === 4);
		const confidences = async (more: object) =>
			(await server.discover("zeppelin", { ...more })).knowledge.map(({ confidence }) => confidence);
		expect(await confidences({})).toEqual([0.9, 0.7, 0.5, 0.2]);
		expect(await confidences({ max_hits: 2 })).toEqual([0.9, 0.7]);
	});

	test.each([
		["no prompt", {}, /prompt must be a text/],
		["a prompt that is none", { prompt: 7 }, /prompt must be a text/],
		["an unknown context", { prompt: "x", context: "home" }, /context must be one of work, private/],
		["too many hits", { prompt: "x", max_hits: 21 }, /max_hits/],
		["no object", "x", /JSON object/],
	])("refuses %s", async (_what, body, message) => {
		await using server = await openDiscovery();
		const answer = await server.post("/discover", body);
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({
			code: "invalid_input",
			detail: expect.stringMatching(message),
		});
	});

	test("refuses what is no JSON, too much, or no POST", async () => {
		await using server = await openDiscovery();
		const send = (init: RequestInit) => fetch(`${server.url}/discover`, { method: "POST", ...init });
		expect((await send({ headers: JSON_TYPE, body: "{" })).status).toBe(400);
		expect((await send({ headers: { "content-type": "text/plain" }, body: "{}" })).status).toBe(415);
		const large = JSON.stringify({ prompt: "x".repeat(1_100_000) });
		expect((await send({ headers: JSON_TYPE, body: large })).status).toBe(413);
		expect((await fetch(`${server.url}/discover`)).status).toBe(405);
	});

	test("wants the token, and logs no word of a prompt", async () => {
		await using server = await openDiscovery({ TOOLS_REGISTRY_TOKEN: TOKEN, HOST: "127.0.0.1" });
		expect((await server.post("/discover", { prompt: "quetzalcoatl" })).status).toBe(401);
		await server.discover("quetzalcoatl");
		await server.post(
			"/discover",
			{ prompt: 7, context: "quetzalcoatl" },
			{ authorization: `Bearer ${TOKEN}` },
		);
		expect(server.log().filter(({ path }) => path === "/discover")).toHaveLength(3);
		expect(JSON.stringify(server.log())).not.toContain("quetzalcoatl");
	});
});
