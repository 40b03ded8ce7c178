import { parseToken } from "@cairn/identity";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { countOf, type OpenAdmin, openAdmin, PASSWORD } from "./open-admin.ts";

const EVERYTHING = { scratchpad: "write", claims: "write", catalog: "run", convert: "run" };

describe("tokens of agents", () => {
	let admin: OpenAdmin;
	beforeEach(async () => {
		admin = await openAdmin();
		await admin.agent("write_file", { agent_id: "bot", path: "a.md", content: "one\n" });
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	const post = (path: string, fields: Record<string, string> = {}) =>
		admin.request(path, {
			method: "POST",
			headers: { Origin: "http://localhost" },
			body: new URLSearchParams(fields),
		});
	/** Opens the page that a form which made a token leads to, as a browser does. */
	const shown = async (made: Response) => {
		const [kept = ""] = (made.headers.get("Set-Cookie") ?? "").split(";");
		const place = made.headers.get("Location") ?? "";
		return { place, kept, html: await (await admin.get(place, { Cookie: kept })).text() };
	};
	const text = async (path: string) => (await admin.get(path)).text();
	const tokenIn = (html: string) => /cairn_[0-9a-z]{12}_[\w-]{43}/.exec(html)?.[0] ?? "";
	const make = async (fields: Record<string, string> = {}) => {
		const response = await post("/agents/bot/tokens", {
			label: "ThinkPad",
			lifetime: "never",
			...EVERYTHING,
			...fields,
		});
		const page = await shown(response);
		const [token] = await admin.services.tokens().list({ agentId: "bot" });
		return { ...page, secret: tokenIn(page.html), id: token?.id ?? "" };
	};
	const authenticate = async (secret: string) => admin.services.tokens().authenticate(secret);

	test("are shown once, filled into what clients take, and never again", async () => {
		const { html, secret, id } = await make();
		expect(await authenticate(secret)).toMatchObject({ principal: { agentId: "bot", tokenId: id } });
		expect(countOf(html, secret)).toBeGreaterThanOrEqual(7);
		for (const path of ["/agents/bot", "/agents", "/audit", "/connect", "/settings"])
			expect(await text(path)).not.toContain(parseToken(secret)?.secret ?? secret);
		expect(await text("/agents/bot")).toContain(`cairn_${id}_…`);
		expect(await text("/")).toMatch(
			new RegExp(`made a token: *<code>${id}</code> for <a href="/agents/bot">bot</a>`),
		);
	});

	test("are made once, however often the page that shows them is loaded, which goes on for two minutes", async () => {
		const clock = new FakeClock();
		await using other = await openAdmin({ clock });
		const cookie = await other.cookie();
		const at = (path: string, Cookie: string) => other.anybody(path, { headers: { Cookie } });
		const made = await other.request("/connect", {
			method: "POST",
			headers: { Origin: "http://localhost" },
			body: new URLSearchParams({ agent: "bot" }),
		});
		expect(made.status).toBe(303);
		expect(made.headers.get("Set-Cookie")).toMatch(
			/^cairn_shown=[\w-]+; Max-Age=120; Path=\/; HttpOnly; SameSite=Lax$/,
		);
		const [kept = ""] = (made.headers.get("Set-Cookie") ?? "").split(";");
		const place = made.headers.get("Location") ?? "";
		const secret = tokenIn(await (await at(place, `${cookie}; ${kept}`)).text());
		expect(tokenIn(await (await at(place, `${cookie}; ${kept}`)).text())).toBe(secret);
		expect(await other.services.tokens().list()).toHaveLength(1);
		expect(JSON.stringify([...made.headers])).not.toContain(parseToken(secret)?.secret ?? secret);
		const { cookie: another } = await other.services.owner().login(PASSWORD, { address: "127.0.0.1" });
		for (const cookies of [cookie, `${cookie}; ${kept}x`, `cairn_session=${another}; ${kept}`]) {
			const gone = await at(place, cookies);
			expect(gone.status).toBe(410);
			const html = await gone.text();
			expect(html).toContain('/rotation">');
			expect(tokenIn(html)).toBe("");
		}
		clock.time += 120_000;
		expect((await at(place, `${cookie}; ${kept}`)).status).toBe(410);
	});

	test("say before the first of them that from then on every client needs one, and not again", async () => {
		const forms = ["/agents/bot/tokens/new", "/new-agent", "/connect"];
		for (const path of forms)
			expect(await text(path)).toMatch(/<form class="claim-form".*the server&#39;s first token.*<button/s);
		expect(await (await post("/connect", { agent: "<b>" })).text()).toContain("first token");
		const german = await admin.get("/connect", { "Accept-Language": "de" });
		expect(await german.text()).toContain("das erste Token dieses Servers");
		await make();
		for (const path of forms) expect(await text(path)).not.toContain("the server&#39;s first token");
	});

	test("are no news to clients where a shared one is set, or one is asked for in any case", async () => {
		const connection = { ...admin.services.connection, wantsToken: true };
		for (const options of [{ connection }, { tokensRequired: true }]) {
			await using other = await openAdmin(options);
			expect(await (await other.get("/new-agent")).text()).not.toContain("the server&#39;s first token");
		}
	});

	test("allow what was chosen, for as long as was chosen", async () => {
		const { secret, id } = await make({
			scratchpad: "append",
			claims: "none",
			convert: "none",
			lifetime: "d30",
		});
		const scopes = new Set(["catalog:run", "scratchpad:append"]);
		expect(await authenticate(secret)).toMatchObject({ principal: { scopes } });
		const [token] = await admin.services.tokens().list({ agentId: "bot" });
		expect(token?.id).toBe(id);
		expect(Math.round(((token?.expiresAt ?? 0) - Date.now()) / 86_400_000)).toBe(30);
	});

	test.each([
		[{ label: "" }, "The token needs a name"],
		[{ label: "x".repeat(81) }, "The token needs a name"],
		[{ lifetime: "for ever" }, "Choose one of the list."],
		[{ claims: "run" }, "Choose one of the list."],
		[{ scratchpad: "none", claims: "none", catalog: "none", convert: "none" }, "allows nothing"],
	])("are not made by a form with %j, which comes back filled in", async (fields, sentence) => {
		const response = await post("/agents/bot/tokens", {
			label: "my label",
			lifetime: "d90",
			...EVERYTHING,
			...fields,
		} as Record<string, string>);
		expect(response.status).toBe(422);
		const html = await response.text();
		expect(html).toContain(sentence);
		if (!("label" in fields)) expect(html).toContain('value="my label"');
		expect(await admin.services.tokens().list()).toEqual([]);
	});

	test("pause within the next call, resume, and end for good", async () => {
		const { secret, id } = await make();
		const go = async (verb: string) =>
			(await post(`/agents/bot/tokens/${id}/${verb}`)).headers.get("Location");
		expect(await go("pause")).toBe("/agents/bot?token=paused#tokens");
		expect(await authenticate(secret)).toEqual({ refused: "paused" });
		expect(await text("/agents/bot")).toContain("Resume");
		await go("resumption");
		expect(await authenticate(secret)).toHaveProperty("principal");
		expect(await text(`/agents/bot/tokens/${id}/revocation`)).toContain("It ends for good");
		await go("revocation");
		expect(await authenticate(secret)).toEqual({ refused: "revoked" });
		expect((await post(`/agents/bot/tokens/${id}/resumption`)).status).toBe(404);
		expect(await text("/agents/bot")).toContain("1 revoked token");
	});

	test("rotate: the old secret goes on for as long as was chosen, or ends at once", async () => {
		const { secret, id } = await make();
		const rotate = (overlap: string) => post(`/agents/bot/tokens/${id}/rotation`, { overlap });
		const second = tokenIn((await shown(await rotate("d1"))).html);
		expect(second).not.toBe(secret);
		for (const each of [secret, second]) expect(await authenticate(each)).toHaveProperty("principal");
		expect(await text("/agents/bot")).toContain("the old secret ends");
		await rotate("none");
		for (const each of [secret, second]) expect(await authenticate(each)).toEqual({ refused: "unknown" });
		expect((await rotate("a year")).status).toBe(422);
	});

	test("of one agent can't be changed by the address of another", async () => {
		const { secret, id } = await make();
		expect((await post(`/agents/other/tokens/${id}/revocation`)).status).toBe(404);
		expect(await authenticate(secret)).toHaveProperty("principal");
	});

	test("come before an agent does: it is listed as one that has not been here", async () => {
		const fields = { label: "Desk", lifetime: "never", ...EVERYTHING };
		expect((await post("/new-agent", { ...fields, agent: "no such/name" })).status).toBe(422);
		expect((await post("/new-agent", { ...fields, agent: "codex-desk" })).status).toBe(303);
		expect(await text("/agents")).toMatch(/href="\/agents\/codex-desk"[\s\S]*never/);
		expect(await text("/agents/codex-desk")).toContain("It has not been here yet.");
	});

	test("are made on the page Connect for a named agent, and by looking at it never", async () => {
		await text("/connect?agent=bot");
		expect(await admin.services.tokens().list()).toEqual([]);
		expect((await post("/connect", { agent: "<b>" })).status).toBe(422);
		const { html } = await shown(await post("/connect", { agent: "bot" }));
		const secret = tokenIn(html);
		expect(await authenticate(secret)).toHaveProperty("principal");
		expect(html).toContain("http://localhost:9/client/cairn.tgz");
		expect(html).toContain("http://localhost:3461/mcp");
		expect(html).toContain("TOOLS_REGISTRY_URL=http://localhost:9 npx cairn mcp --http");
		expect(html).toContain(`Bearer ${secret}`);
	});

	test("stand below what their agent uses of its quotas, of claims too once it has asserted one", async () => {
		const meters = async () => countOf(await text("/agents/bot"), "<meter ");
		expect(await meters()).toBe(3);
		const claim = { claim: "is up", entity: "nas", kind: "fact", volatility: "slow", confidence: 1 };
		await admin.services.claimTools.call("claim_add", claim, { agent: "bot" });
		expect(await meters()).toBe(4);
	});

	test("go with their agent, which is deleted once its name is typed below what goes", async () => {
		const { secret } = await make();
		await admin.agent("append_log", { agent_id: "bot", path: "log", entry: "first" });
		const question = await text("/agents/bot/deletion");
		for (const part of ["1 file with", "1 log entry", "9", "1 token"]) expect(question).toContain(part);
		const wrong = await post("/agents/bot/deletion", { name: "bo" });
		expect(wrong.status).toBe(422);
		expect(await wrong.text()).toContain('value="bo"');
		expect(await authenticate(secret)).toHaveProperty("principal");
		const done = await post("/agents/bot/deletion", { name: "bot" });
		expect(done.headers.get("Location")).toBe("/agents?deleted=bot");
		expect(await authenticate(secret)).toEqual({ refused: "unknown" });
		expect((await admin.get("/agents/bot")).status).toBe(404);
		expect((await admin.get("/agents/bot/deletion")).status).toBe(404);
		expect(await text("/audit?agent=bot")).toContain("agent.delete");
	});
});
