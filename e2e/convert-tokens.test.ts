import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
	type RunningConvertService,
	type RunningRegistry,
	startConvertService,
	startRegistry,
	type TemporaryFolder,
	temporaryFolder,
} from "./programs.ts";
import { openTokenDesk, type TokenDesk } from "./tokens.ts";

const OWN_TOKEN = "the-converter's-own-token";
const LOOPBACK = { HOST: "127.0.0.1" };
/** Markdown to HTML needs no program beside the service itself. */
const LEAN = { CONVERT_WITHOUT: "chromium,libreoffice,weasyprint,pandoc,poppler" };

let folder: TemporaryFolder;
let desk: TokenDesk;
let registry: RunningRegistry;
beforeAll(async () => {
	folder = await temporaryFolder();
	desk = await openTokenDesk(folder.path);
	registry = await startRegistry({ ...LOOPBACK, CAIRN_DATA_DIR: folder.path });
});
afterAll(async () => {
	await registry.stop();
	await desk[Symbol.asyncDispose]();
	await folder[Symbol.asyncDispose]();
});

function startConverter(settings: Record<string, string> = {}): Promise<RunningConvertService> {
	return startConvertService({
		...LOOPBACK,
		...LEAN,
		CONVERT_WORK_DIR: `${folder.path}/convert`,
		CAIRN_REGISTRY_URL: registry.url,
		...settings,
	});
}

async function convert({ url }: RunningConvertService, token?: string) {
	const response = await fetch(`${url}/convert?from=md&to=html`, {
		method: "POST",
		body: "# Title",
		headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
	});
	return {
		status: response.status,
		retryAfter: response.headers.get("retry-after"),
		text: await response.text(),
	};
}

describe("the convert service beside a registry", () => {
	test("asks nobody for a token while the registry does not, and everybody once it does; with one of its own it asks always", async () => {
		await using converter = await startConverter();
		expect(await convert(converter)).toMatchObject({ status: 200, text: expect.stringContaining("Title") });
		await using own = await startConverter({
			CONVERT_TOKEN: OWN_TOKEN,
			CONVERT_WORK_DIR: `${folder.path}/own`,
		});
		const statuses = async (tokens: string[]) =>
			Promise.all(tokens.map(async (one) => (await convert(own, one)).status));
		const wrong = ["made-up-by-somebody", "cairn_tok0000000000_made-up"];
		expect(await statuses([OWN_TOKEN, ...wrong])).toEqual([200, 401, 401]);
		const { token } = await desk.issue();
		expect(await statuses([OWN_TOKEN, token])).toEqual([200, 200]);
		await vi.waitFor(async () => expect((await convert(converter)).status).toBe(401), {
			timeout: 20_000,
			interval: 200,
		});
		expect((await convert(converter, token)).status).toBe(200);
	});

	test("lets in with the token that all share, beside its own, where the registry asks for one", async () => {
		const shared = "the-token-that-all-share";
		await using place = await temporaryFolder();
		await using asking = await startRegistry({
			...LOOPBACK,
			...{ CAIRN_DATA_DIR: place.path, TOOLS_REGISTRY_TOKEN: shared },
		});
		await using converter = await startConverter({
			...{ CONVERT_TOKEN: OWN_TOKEN, CAIRN_REGISTRY_URL: asking.url },
			CONVERT_WORK_DIR: `${folder.path}/shared`,
		});
		expect((await convert(converter, shared)).status).toBe(200);
		expect((await convert(converter, "made-up-by-somebody")).status).toBe(401);
	});

	test("lets agents in that may convert, until their token is paused", async () => {
		await using converter = await startConverter({ CONVERT_TOKEN: OWN_TOKEN });
		const { token, id } = await desk.issue({ scopes: ["convert:run"] });
		const { token: reader } = await desk.issue({ scopes: ["scratchpad:write"] });
		expect((await convert(converter, OWN_TOKEN)).status).toBe(200);
		expect((await convert(converter, token)).status).toBe(200);
		expect(await convert(converter, reader)).toMatchObject({
			status: 403,
			text: expect.stringContaining("scope convert:run"),
		});
		expect((await convert(converter)).status).toBe(401);
		expect((await convert(converter, "made-up")).status).toBe(401);
		const elsewhere = { origin: "https://evil.example" };
		expect((await fetch(`${converter.url}/formats`, { headers: elsewhere })).status).toBe(403);
		const metrics = await fetch(`${converter.url}/metrics`, { headers: { authorization: "Bearer guess" } });
		expect(metrics.status).toBe(401);
		const refused = await desk.store.read.all<{ object: string }>(
			"SELECT actor, object, address FROM events WHERE action = 'access.refuse' AND object LIKE 'convert %' ORDER BY id DESC LIMIT 5",
		);
		const unknown = { actor: "unknown", address: "127.0.0.1" };
		expect(refused.reverse()).toEqual([
			{ actor: "agent:ada", object: "convert POST /convert", address: "127.0.0.1" },
			{ ...unknown, object: "convert POST /convert" },
			{ ...unknown, object: "convert POST /convert" },
			{ ...unknown, object: "convert GET /formats" },
			{ ...unknown, object: "convert GET /metrics" },
		]);
		await desk.tokens.pause(id);
		await vi.waitFor(async () => expect((await convert(converter, token)).status).toBe(401), {
			timeout: 20_000,
			interval: 200,
		});
	});

	test("goes on with its own token while the registry is away, and tells agents to come again", async () => {
		const { token } = await desk.issue();
		// Nothing listens there.
		await using converter = await startConverter({
			CONVERT_TOKEN: OWN_TOKEN,
			CAIRN_REGISTRY_URL: "http://127.0.0.1:9",
		});
		expect((await convert(converter, OWN_TOKEN)).status).toBe(200);
		expect(await convert(converter, token)).toMatchObject({
			status: 503,
			retryAfter: "5",
			text: expect.stringContaining("can't be asked at the moment"),
		});
	});
});

describe("the convert service without a registry", () => {
	const withoutRegistry = () => startConverter({ CAIRN_REGISTRY_URL: "", CONVERT_TOKEN: OWN_TOKEN });

	test("takes 30 guesses of its token a minute, then not even a right one: 429 with Retry-After", async () => {
		await using converter = await withoutRegistry();
		expect((await convert(converter, OWN_TOKEN)).status).toBe(200);
		const statuses: number[] = [];
		for (let guess = 0; guess < 31; guess++)
			statuses.push((await convert(converter, `guess-number-${guess}`)).status);
		expect([statuses.lastIndexOf(401), statuses.indexOf(429)]).toEqual([29, 30]);
		const right = await convert(converter, OWN_TOKEN);
		expect(right).toMatchObject({ status: 429, text: expect.stringContaining("Too many wrong tokens") });
		expect(Number(right.retryAfter)).toBeGreaterThan(0);
		expect((await convert(converter)).status).toBe(401);
	});
});
