import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	type RunningProgram,
	startAdminProgram,
	type TemporaryFolder,
	temporaryFolder,
} from "../programs.ts";
import { openTokenDesk, type TokenDesk } from "../tokens.ts";
import { type Answered, exchange } from "./recorded-exchange.ts";
import { digestOf } from "./store-digest.ts";

const PASSWORD = "the-attacker's-own-password";

describe("a server without an owner withstands", () => {
	let folder: TemporaryFolder;
	let desk: TokenDesk;
	let admin: RunningProgram;
	let code: string;
	const answered: Answered = [];
	beforeAll(async () => {
		folder = await temporaryFolder();
		desk = await openTokenDesk(folder.path);
		admin = await startAdminProgram({ HOST: "127.0.0.1", CAIRN_DATA_DIR: folder.path });
		code = (await readFile(join(folder.path, "claim-code"), "utf8")).trim();
	});
	afterAll(async () => {
		await admin.stop();
		await desk[Symbol.asyncDispose]();
		await folder[Symbol.asyncDispose]();
	});

	const claim = (fields: Record<string, string>, headers: Record<string, string> = { origin: admin.url }) =>
		exchange(
			admin.url,
			{
				method: "POST",
				path: "/setup",
				headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
				body: new URLSearchParams(fields).toString(),
			},
			answered,
		);

	test.each([
		["a page of another site that has the code", { origin: "http://evil.example" }, 403],
		["a name that was pointed at this machine", { host: "evil.example", origin: "http://evil.example" }, 421],
	])("%s", async (_name, headers, status) => {
		const before = await digestOf(desk.store);
		expect((await claim({ code, password: PASSWORD }, headers)).status).toBe(status);
		expect(await digestOf(desk.store)).toBe(before);
	});

	test.each(["/", "/agents", "/audit", "/settings", "/login"])("a stranger at %s", async (path) => {
		const { status, headers } = await exchange(admin.url, { path }, answered);
		expect([status, headers.location]).toEqual([303, "/setup"]);
	});

	test("1,000 guesses of its claim code: the last are refused unread, also the right one", async () => {
		const before = await digestOf(desk.store);
		const statuses = new Set<number>();
		for (let guess = 0; guess < 1_000; guess++)
			statuses.add((await claim({ code: `${1_000 + guess}-0000-0000-0000`, password: PASSWORD })).status);
		expect([...statuses]).toEqual([422, 429]);
		expect(answered.some((text) => text.includes(code))).toBe(false);
		const right = await claim({ code, password: PASSWORD });
		expect([right.status, Number(right.headers["retry-after"]) > 0]).toEqual([429, true]);
		expect(right.headers["set-cookie"]).toBeUndefined();
		expect(await digestOf(desk.store)).toBe(before);
	});

	test("all of that without a password, a place of the machine or a stack in any answer or log line", () => {
		const texts = [...answered, ...admin.log];
		const traces = [PASSWORD, "at file:", "node_modules", "SQLITE_"];
		expect(traces.filter((trace) => texts.some((text) => text.includes(trace)))).toEqual([]);
		expect(answered.some((text) => text.includes(folder.path))).toBe(false);
	});
});
