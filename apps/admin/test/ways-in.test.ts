import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@cairn/kernel/logger";
import { generate } from "selfsigned";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readAdminConfig } from "../src/config.ts";
import { type RunningAdmin, serveAdmin } from "../src/serve-admin.ts";
import { browse, type Place } from "./browse.ts";
import { CHEAP, PASSWORD } from "./open-admin.ts";
import { type Certificate, type ReverseProxy, startProxy } from "./reverse-proxy.ts";

/** What one way in is made of, and what the browser must see of it. */
interface Way {
	/** Settings of the admin. */
	settings?: Record<string, string>;
	/** The host in the browser's address; PORT stands for the port that it connects to. */
	host: string;
	/** Speaks https itself. */
	tls?: boolean;
	proxy?: { tls?: boolean; prefix?: string; strips?: boolean };
	/** The path below which the pages stand. */
	prefix?: string;
	cookie: RegExp;
}

const PLAIN = /^cairn_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/;
const HOST_ONLY = /^__Host-cairn_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
const PLAIN_BELOW = /^cairn_session=[^;]+; Max-Age=\d+; Path=\/tools\/cairn\/; HttpOnly; SameSite=Lax$/;
const SECURE_BELOW =
	/^__Secure-cairn_session=[^;]+; Max-Age=\d+; Path=\/tools\/cairn\/; HttpOnly; Secure; SameSite=Lax$/;

const TRUSTS = { CAIRN_TRUSTED_PROXIES: "loopback", CAIRN_ALLOWED_HOSTS: "cairn.example.org" };
const prefix = "/tools/cairn";

/** An address of this machine other than the usual one: of its network where it has one. */
const other =
	Object.values(networkInterfaces())
		.flat()
		.find((address) => address?.family === "IPv4" && !address.internal)?.address ?? "127.0.0.2";
const hasIPv6 = networkInterfaces().lo?.some(({ address }) => address === "::1") === true;

const WAYS: readonly (readonly [string, Way])[] = [
	["loopback", { host: "127.0.0.1:PORT", cookie: PLAIN }],
	["localhost", { host: "localhost:PORT", cookie: PLAIN }],
	[
		"an address of the network",
		{ settings: { ADMIN_HOST: other, CAIRN_ALLOWED_HOSTS: other }, host: `${other}:PORT`, cookie: PLAIN },
	],
	["another machine's view of an address", { host: "192.168.7.20:PORT", cookie: PLAIN }],
	["a bare host name", { host: "homeserver:PORT", cookie: PLAIN }],
	["a .local name", { host: "homeserver.local:PORT", cookie: PLAIN }],
	["IPv6", { settings: { ADMIN_HOST: hasIPv6 ? "::1" : "127.0.0.1" }, host: "[::1]:PORT", cookie: PLAIN }],
	["a name that the owner allowed", { settings: TRUSTS, host: "cairn.example.org:PORT", cookie: PLAIN }],
	["https of its own", { host: "homeserver.local:PORT", tls: true, cookie: HOST_ONLY }],
	["a proxy", { settings: TRUSTS, host: "cairn.example.org", proxy: {}, cookie: PLAIN }],
	[
		"a proxy with https",
		{ settings: TRUSTS, host: "cairn.example.org", proxy: { tls: true }, cookie: HOST_ONLY },
	],
	[
		"a proxy that takes a path off",
		{
			settings: TRUSTS,
			host: "cairn.example.org",
			proxy: { prefix, strips: true },
			prefix,
			cookie: PLAIN_BELOW,
		},
	],
	[
		"a proxy with https that takes a path off",
		{
			settings: TRUSTS,
			host: "cairn.example.org",
			proxy: { tls: true, prefix, strips: true },
			prefix,
			cookie: SECURE_BELOW,
		},
	],
	[
		"a proxy with https that leaves the path",
		{
			settings: { ...TRUSTS, CAIRN_BASE_PATH: prefix },
			host: "cairn.example.org",
			proxy: { tls: true, prefix },
			prefix,
			cookie: SECURE_BELOW,
		},
	],
];

describe("the admin", () => {
	let certificate: Certificate;
	let folder: string;
	const opened: AsyncDisposable[] = [];
	beforeAll(async () => {
		const { cert, private: key } = await generate([{ name: "commonName", value: "homeserver.local" }]);
		certificate = { cert, key };
	});
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "cairn-ways-"));
		await writeFile(join(folder, "cert.pem"), certificate.cert);
		await writeFile(join(folder, "key.pem"), certificate.key);
		await writeFile(join(folder, "password"), PASSWORD);
	});
	afterEach(async () => {
		for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
		await rm(folder, { recursive: true });
	});

	async function start(settings: Record<string, string> = {}): Promise<RunningAdmin> {
		const config = readAdminConfig({
			CAIRN_DATA_DIR: folder,
			PORT: "0",
			CAIRN_OWNER_PASSWORD_FILE: join(folder, "password"),
			LOG_LEVEL: "silent",
			...settings,
		});
		const logger = createLogger({ name: "admin", level: "silent" });
		const admin = await serveAdmin(config, { logger, passwordCost: CHEAP });
		opened.push(admin);
		return admin;
	}

	async function open({ settings, host, tls, proxy }: Way) {
		const files = {
			ADMIN_TLS_CERT_FILE: join(folder, "cert.pem"),
			ADMIN_TLS_KEY_FILE: join(folder, "key.pem"),
		};
		const admin = new URL((await start({ ...settings, ...(tls && files) })).url);
		const upstream = Number(admin.port);
		let before: ReverseProxy | undefined;
		if (proxy !== undefined) {
			before = await startProxy({ ...proxy, upstream, certificate: proxy.tls ? certificate : undefined });
			opened.push(before);
		}
		const port = before?.port ?? upstream;
		const place: Place = {
			address: before === undefined ? admin.hostname.replace(/^\[|\]$/g, "") : "127.0.0.1",
			port,
			host: host.replace("PORT", String(port)),
			ca: tls || proxy?.tls ? certificate.cert : undefined,
		};
		return { admin: upstream, ...browse(place) };
	}

	test.each(WAYS)("can be used by %s", async (_name, way) => {
		const { get, post } = await open(way);
		const at = way.prefix ?? "";
		expect((await get(`${at}/agents`)).location).toBe(
			`${at}/login?next=${encodeURIComponent(`${at}/agents`)}`,
		);
		const signed = await post(`${at}/login`, { password: PASSWORD, next: `${at}/agents` });
		expect([signed.status, signed.location]).toEqual([303, `${at}/agents`]);
		expect(signed.setCookie).toMatch(way.cookie);
		const cookie = signed.setCookie?.split(";")[0] ?? "";
		const page = await get(`${at}/agents`, { cookie });
		expect(page.status).toBe(200);
		for (const [, href] of page.body.matchAll(/(?:href|src|action|hx-get)="([^"]*)"/g)) {
			expect(href?.startsWith(`${at}/`) || href?.startsWith("#")).toBe(true);
		}
		const changed = await post(`${at}/settings/hosts`, { host: "b.example.org" }, { cookie });
		expect([changed.status, changed.location]).toEqual([303, `${at}/settings?done=hostAdded`]);
		const foreign = { cookie, origin: "https://evil.example" };
		expect((await post(`${at}/settings/hosts`, { host: "c.example.org" }, foreign)).status).toBe(403);
		expect((await get(`${at}/settings`, { cookie })).body).not.toContain("c.example.org");
		expect((await post(`${at}/logout`, {}, { cookie })).status).toBe(303);
		expect((await get(`${at}/agents`, { cookie })).status).toBe(303);
	});

	test("answers nobody by a name that nobody allowed, and by no trick with one", async () => {
		const { admin } = await open({ host: "127.0.0.1:PORT", cookie: PLAIN });
		for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "8.8.8.8"]) {
			const { get } = browse({ address: "127.0.0.1", port: admin, host });
			expect([host, (await get("/login")).status]).toEqual([host, 421]);
		}
		const { get } = browse({
			address: "127.0.0.1",
			port: admin,
			host: "evil.example",
			headers: { "x-forwarded-host": "localhost" },
		});
		expect((await get("/login")).status).toBe(421);
	});

	test("takes no proxy's word that it wasn't told to trust", async () => {
		const { get, post } = await open({ host: "127.0.0.1:PORT", cookie: PLAIN });
		const forged = {
			"x-forwarded-proto": "https",
			"x-forwarded-host": "cairn.example.org",
			"x-forwarded-prefix": "/elsewhere",
			"x-forwarded-for": "203.0.113.9",
		};
		expect((await get("/agents", forged)).location).toBe("/login?next=%2Fagents");
		const signed = await post("/login", { password: PASSWORD }, forged);
		expect(signed.setCookie).toMatch(PLAIN);
		const cookie = signed.setCookie?.split(";")[0] ?? "";
		expect((await get("/settings", { cookie })).body).not.toContain("203.0.113.9");
	});

	test("names who signed in by the address that the trusted proxy says, and counts guesses by it", async () => {
		const { get, post } = await open({
			settings: TRUSTS,
			host: "cairn.example.org",
			proxy: { tls: true },
			cookie: HOST_ONLY,
		});
		// The proxy adds its own peer, which is trusted; what stands before it is the sender.
		const from = (address: string) => ({ "x-forwarded-for": address });
		for (let guess = 0; guess < 12; guess++) await post("/login", { password: "no" }, from("203.0.113.9"));
		const refused = await post("/login", { password: PASSWORD }, from("203.0.113.9"));
		expect(refused.status).toBe(429);
		expect(Number(refused.retryAfter)).toBeGreaterThan(0);
		const signed = await post("/login", { password: PASSWORD }, from("203.0.113.10"));
		expect(signed.status).toBe(303);
		const cookie = signed.setCookie?.split(";")[0] ?? "";
		expect((await get("/settings", { cookie })).body).toContain("203.0.113.10");
	});

	test("takes a session of https by no cookie of http", async () => {
		const { post, admin } = await open({
			settings: TRUSTS,
			host: "cairn.example.org",
			proxy: { tls: true },
			cookie: HOST_ONLY,
		});
		const signed = await post("/login", { password: PASSWORD });
		const cookie = signed.setCookie?.split(";")[0] ?? "";
		const plain = browse({ address: "127.0.0.1", port: admin, host: "localhost" });
		expect((await plain.get("/agents", { cookie })).status).toBe(303);
	});

	test.each([
		[{ ADMIN_HOST: "no.such.host.invalid" }, /^ADMIN_HOST must be an address of this machine/],
		[{ ADMIN_TLS_CERT_FILE: "/cert.pem" }, /^https needs both ADMIN_TLS_CERT_FILE and ADMIN_TLS_KEY_FILE/],
		[
			{ ADMIN_TLS_CERT_FILE: "/no/cert.pem", ADMIN_TLS_KEY_FILE: "/no/key.pem" },
			/^ADMIN_TLS_CERT_FILE can't be read/,
		],
		[{ CAIRN_ALLOWED_HOSTS: "http://x" }, /^CAIRN_ALLOWED_HOSTS lists host names/],
		[{ CAIRN_TRUSTED_PROXIES: "nginx" }, /^CAIRN_TRUSTED_PROXIES lists addresses/],
		[{ CAIRN_OWNER_PASSWORD_FILE: "/no/file" }, /^CAIRN_OWNER_PASSWORD_FILE can't be read/],
	])("refuses %j in a sentence", async (settings, sentence) => {
		await expect((async () => start(settings as Record<string, string>))()).rejects.toThrow(sentence);
	});
});
