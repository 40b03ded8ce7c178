import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type OpenIdentity, openIdentity } from "./open-identity.ts";

const PASSWORD = "correct horse battery staple";
const CLIENT = { address: "192.0.2.1", userAgent: "Browser/1.0", requestId: "req_1" };
const HOUR = 60 * 60 * 1000;

async function claimed(identity: OpenIdentity) {
	const code = (await identity.owner.openClaim()) ?? "";
	return identity.owner.claim(code, PASSWORD, CLIENT);
}

const codeFile = ({ folder }: OpenIdentity) => join(folder, "claim-code");

describe("a new server", () => {
	test("has a claim code in a file for its user alone, and keeps it over starts", async () => {
		await using identity = await openIdentity();
		const code = await identity.owner.openClaim();
		expect(await readFile(codeFile(identity), "utf8")).toBe(`${code}\n`);
		expect((await stat(codeFile(identity))).mode & 0o777).toBe(0o600);
		expect(await identity.owner.openClaim()).toBe(code);
		expect(await identity.owner.state()).toBe("unclaimed");
		expect(JSON.stringify(await identity.store.read.all("SELECT * FROM owner"))).not.toContain(code);
	});

	test.each(["is gone", "holds another code", "can't be read as one"])(
		"makes a new code, which ends the one before, when the file %s",
		async (trouble) => {
			await using identity = await openIdentity();
			const before = (await identity.owner.openClaim()) ?? "";
			await rm(codeFile(identity));
			if (trouble === "holds another code") await writeFile(codeFile(identity), "0000-0000-0000-0000");
			if (trouble === "can't be read as one") await writeFile(codeFile(identity), Buffer.from([0xff, 0]));
			const after = (await identity.owner.openClaim()) ?? "";
			expect(after).not.toBe(before);
			await expect(identity.owner.claim(before, PASSWORD, CLIENT)).rejects.toMatchObject({
				code: "forbidden",
			});
			await identity.owner.claim(after, PASSWORD, CLIENT);
		},
	);

	test("becomes the owner's who knows the code, logged in; then the code and its file are gone", async () => {
		await using identity = await openIdentity();
		const code = (await identity.owner.openClaim()) ?? "";
		const { cookie, session } = await identity.owner.claim(code.toUpperCase(), PASSWORD, CLIENT);
		expect(await identity.owner.session(cookie)).toEqual(session);
		expect(session).toMatchObject({ address: "192.0.2.1", userAgent: "Browser/1.0" });
		expect(await identity.owner.state()).toBe("claimed");
		await expect(stat(codeFile(identity))).rejects.toMatchObject({ code: "ENOENT" });
		expect(await identity.owner.openClaim()).toBeUndefined();
		await expect(identity.owner.claim(code, "another password", CLIENT)).rejects.toMatchObject({
			code: "not_found",
		});
		await identity.owner.login(PASSWORD, CLIENT);
	});

	test("lets nobody in by a password, or by a wrong code, or with a password that is too short", async () => {
		await using identity = await openIdentity();
		await expect(identity.owner.login(PASSWORD, CLIENT)).rejects.toMatchObject({ code: "not_found" });
		await expect(identity.owner.claim("", PASSWORD, CLIENT)).rejects.toMatchObject({ code: "forbidden" });
		const code = (await identity.owner.openClaim()) ?? "";
		await expect(identity.owner.claim("0000-0000-0000-0000", PASSWORD, CLIENT)).rejects.toMatchObject({
			code: "forbidden",
		});
		for (const password of ["", "eleven char", "💡".repeat(11), "x".repeat(257)]) {
			await expect(identity.owner.claim(code, password, CLIENT)).rejects.toMatchObject({
				code: "invalid_input",
				details: { argument: "password" },
			});
		}
		expect(await identity.owner.state()).toBe("unclaimed");
	});

	test("is claimed once by two who send the code at once", async () => {
		await using identity = await openIdentity();
		const code = (await identity.owner.openClaim()) ?? "";
		const tries = await Promise.allSettled(
			["first password!", "second password"].map((password) => identity.owner.claim(code, password, CLIENT)),
		);
		expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect(await identity.owner.sessions()).toHaveLength(1);
	});
});

describe("a password from a file", () => {
	const passwordFile = async ({ folder }: OpenIdentity, text: string) => {
		const file = join(folder, "secret");
		await writeFile(file, text);
		return file;
	};

	test("claims a new server, less the line's end, and ends the claim code", async () => {
		await using identity = await openIdentity();
		const code = (await identity.owner.openClaim()) ?? "";
		const file = await passwordFile(identity, `${PASSWORD}\n`);
		expect(await identity.owner.setPasswordFromFile(file)).toBe("set");
		await identity.owner.login(PASSWORD, CLIENT);
		await expect(identity.owner.claim(code, PASSWORD, CLIENT)).rejects.toMatchObject({ code: "not_found" });
		await expect(stat(codeFile(identity))).rejects.toMatchObject({ code: "ENOENT" });
	});

	test("leaves alone what the owner has set since", async () => {
		await using identity = await openIdentity();
		await claimed(identity);
		expect(await identity.owner.setPasswordFromFile(await passwordFile(identity, "another password"))).toBe(
			"kept",
		);
		await identity.owner.login(PASSWORD, CLIENT);
	});

	test("is refused by its setting when it can't be read or is no good", async () => {
		await using identity = await openIdentity();
		const folder = join(identity.folder, "folder");
		await mkdir(folder);
		for (const file of [join(identity.folder, "none"), folder]) {
			await expect(identity.owner.setPasswordFromFile(file)).rejects.toThrow(
				/^CAIRN_OWNER_PASSWORD_FILE can't/,
			);
		}
		const short = await passwordFile(identity, "short\n");
		await expect(identity.owner.setPasswordFromFile(short)).rejects.toThrow("12 to 256 characters");
		expect(await identity.owner.state()).toBe("unclaimed");
	});
});

describe("a session", () => {
	test("has a new id and secret at each login, of which only the hash is kept", async () => {
		await using identity = await openIdentity();
		const first = await claimed(identity);
		const second = await identity.owner.login(PASSWORD, CLIENT);
		expect(second.cookie).not.toBe(first.cookie);
		expect(second.session.id).not.toBe(first.session.id);
		const kept = JSON.stringify([
			await identity.store.read.all("SELECT * FROM owner_sessions"),
			await identity.events(),
		]);
		expect(kept).not.toContain(first.cookie);
		expect(kept).not.toContain(PASSWORD);
	});

	test.each(["", "nonsense", "A".repeat(43), "'; DROP TABLE owner_sessions; --"])(
		"isn't there for a cookie that nobody was given: %j",
		async (cookie) => {
			await using identity = await openIdentity();
			await claimed(identity);
			expect(await identity.owner.session(cookie)).toBeUndefined();
			await identity.owner.logout(cookie, CLIENT);
			expect(await identity.owner.sessions()).toHaveLength(1);
		},
	);

	test("ends after 12 hours without use, and each use begins them anew", async () => {
		await using identity = await openIdentity();
		const { cookie } = await claimed(identity);
		identity.clock.advance(12 * HOUR - 1);
		expect(await identity.owner.session(cookie)).toBeDefined();
		identity.clock.advance(12 * HOUR - 1);
		expect(await identity.owner.session(cookie)).toBeDefined();
		identity.clock.advance(12 * HOUR);
		expect(await identity.owner.session(cookie)).toBeUndefined();
		expect(await identity.owner.sessions()).toEqual([]);
	});

	test("ends 30 days after it began, however much it is used", async () => {
		await using identity = await openIdentity();
		const { cookie } = await claimed(identity);
		for (let hour = 0; hour < 30 * 24 - 10; hour += 10) {
			identity.clock.advance(10 * HOUR);
			expect(await identity.owner.session(cookie)).toBeDefined();
		}
		identity.clock.advance(10 * HOUR);
		expect(await identity.owner.session(cookie)).toBeUndefined();
		await identity.owner.login(PASSWORD, CLIENT);
		expect(await identity.store.read.all("SELECT id FROM owner_sessions")).toHaveLength(1);
	});

	test("ends by logging out, and by another's ending it", async () => {
		await using identity = await openIdentity();
		const first = await claimed(identity);
		const second = await identity.owner.login(PASSWORD, { ...CLIENT, userAgent: undefined });
		expect((await identity.owner.sessions()).map(({ id }) => id).sort()).toEqual(
			[first.session.id, second.session.id].sort(),
		);
		await identity.owner.endSession(first.session.id);
		expect(await identity.owner.session(first.cookie)).toBeUndefined();
		await expect(identity.owner.endSession(first.session.id)).rejects.toMatchObject({ code: "not_found" });
		await identity.owner.logout(second.cookie, CLIENT);
		expect(await identity.owner.sessions()).toEqual([]);
		expect(await identity.deeds()).toEqual([
			`owner.claim ${first.session.id}`,
			`owner.login ${second.session.id}`,
			`session.end ${first.session.id}`,
			`owner.logout ${second.session.id}`,
		]);
	});

	test("keeps of a browser's name what fits", async () => {
		await using identity = await openIdentity();
		await claimed(identity);
		const userAgent = `${"x".repeat(199)}💡`;
		const { session } = await identity.owner.login(PASSWORD, { ...CLIENT, userAgent });
		expect(session.userAgent).toHaveLength(200);
		expect(session.userAgent.isWellFormed()).toBe(true);
		expect(await identity.owner.sessions()).toContainEqual(session);
	});
});

describe("a changed password", () => {
	test("ends all sessions but the one that it was changed from", async () => {
		await using identity = await openIdentity();
		const here = await claimed(identity);
		const elsewhere = await identity.owner.login(PASSWORD, CLIENT);
		const from = { session: here.session, client: CLIENT };
		await identity.owner.changePassword({ old: PASSWORD, next: "a new, better password" }, from);
		expect(await identity.owner.session(here.cookie)).toBeDefined();
		expect(await identity.owner.session(elsewhere.cookie)).toBeUndefined();
		await expect(identity.owner.login(PASSWORD, CLIENT)).rejects.toMatchObject({ code: "forbidden" });
		await identity.owner.login("a new, better password", CLIENT);
	});

	test("needs the old one, and a good new one", async () => {
		await using identity = await openIdentity();
		const { session } = await claimed(identity);
		const from = { session, client: CLIENT };
		const change = (old: string, next: string) => identity.owner.changePassword({ old, next }, from);
		await expect(change("wrong", "a new, better password")).rejects.toMatchObject({
			details: { argument: "old" },
		});
		await expect(change(PASSWORD, "short")).rejects.toMatchObject({ details: { argument: "password" } });
		await identity.owner.login(PASSWORD, CLIENT);
	});
});

describe("guessing", () => {
	test("the password stops after ten tries from one address, for a quarter of an hour", async () => {
		await using identity = await openIdentity();
		await claimed(identity);
		const outcomes = await Promise.all(
			Array.from({ length: 1_000 }, (_, n) =>
				identity.owner.login(`guess number ${n}`, CLIENT).catch((error) => error.code),
			),
		);
		expect(outcomes.filter((code) => code === "forbidden")).toHaveLength(10);
		expect(outcomes.filter((code) => code === "rate_limited")).toHaveLength(990);
		await expect(identity.owner.login(PASSWORD, CLIENT)).rejects.toMatchObject({
			code: "rate_limited",
			message: expect.stringMatching(/Try again in 900 seconds/),
			details: { retry_after_seconds: 900 },
		});
		await identity.owner.login(PASSWORD, { address: "192.0.2.2" });
		identity.clock.advance(900_000);
		await identity.owner.login(PASSWORD, CLIENT);
		const refused = (await identity.events()).filter(({ outcome }) => outcome === "refused");
		expect(refused.map(({ object }) => object).sort()).toEqual([
			...Array(10).fill("login"),
			"login: too many guesses",
		]);
		for (const event of refused) expect(event).toMatchObject({ actor: "nobody", address: "192.0.2.1" });
	});

	test("from many addresses at once stops too, also from one network of IPv6", async () => {
		await using identity = await openIdentity();
		await claimed(identity);
		const guess = (address: string) =>
			identity.owner.login("a wrong password", { address }).catch((error) => error.code);
		for (let n = 0; n < 11; n++) await guess(`2001:db8::${n.toString(16)}`);
		expect(await guess("2001:db8::ffff")).toBe("rate_limited");
		expect(await guess("2001:db8:0:1::1")).toBe("forbidden");
		for (let n = 0; n < 100; n++) await guess(`198.51.100.${n}`);
		expect(await guess("203.0.113.1")).toBe("rate_limited");
	});

	test("of strangers locks the owner out neither of a browser that is known, nor of the local network from outside", async () => {
		await using identity = await openIdentity();
		const { known } = await claimed(identity);
		const login = (password: string, address: string, known?: string) =>
			identity.owner.login(password, { address, known }).then(
				() => "in",
				(error) => error.code,
			);
		const guessAll = async (network: string, most: number) => {
			for (let n = 0; n < most; n++) await login("a wrong password", `${network}.${n % 250}`);
		};
		await guessAll("203.0.113", 101);
		expect(await login(PASSWORD, "203.0.113.251")).toBe("rate_limited");
		expect(await login(PASSWORD, "192.168.7.1")).toBe("in");
		await guessAll("192.168.8", 301);
		expect(await login(PASSWORD, "192.168.7.1")).toBe("rate_limited");
		for (const address of ["192.168.7.1", "192.168.8.1", "203.0.113.1"])
			expect(await login(PASSWORD, address, known)).toBe("in");
	});

	test("of strangers in the local network doesn't lock the owner out of this very machine, which may guess ten times", async () => {
		await using identity = await openIdentity();
		await claimed(identity);
		const login = (password: string, address: string) =>
			identity.owner.login(password, { address }).then(
				() => "in",
				(error) => error.code,
			);
		for (let n = 0; n < 301; n++) await login("a wrong password", `192.168.8.${n % 250}`);
		expect(await login(PASSWORD, "192.168.7.1")).toBe("rate_limited");
		expect(await login(PASSWORD, "::1")).toBe("in");
		for (let n = 0; n < 10; n++) await login("a wrong password", `127.0.0.${n + 1}`);
		expect(await login(PASSWORD, "127.9.9.9")).toBe("rate_limited");
	});

	test("at a known browser stops after ten tries, wherever it is; what is made up or of another password is none", async () => {
		await using identity = await openIdentity();
		const { known, session } = await claimed(identity);
		const login = (password: string, address: string, known?: string) =>
			identity.owner.login(password, { address, known }).catch((error) => error.code);
		for (let n = 0; n < 10; n++)
			expect(await login("a wrong password", `192.0.2.${n}`, known)).toBe("forbidden");
		expect(await login(PASSWORD, "192.0.2.99", known)).toBe("rate_limited");
		// At an address of its own it is one stranger more.
		const again = await login(PASSWORD, "192.0.2.99");
		expect(again.known).not.toBe(known);
		expect((await login(PASSWORD, "192.0.2.99", again.known)).known).toBe(again.known);
		const madeUp = `${again.known.slice(0, 44)}${"A".repeat(43)}`;
		for (let n = 0; n < 10; n++) await login("a wrong password", "192.0.2.77", madeUp);
		expect(await login(PASSWORD, "192.0.2.77", madeUp)).toBe("rate_limited");
		const next = await identity.owner.changePassword(
			{ old: PASSWORD, next: "another, new password" },
			{ session, client: CLIENT },
		);
		for (let n = 0; n < 10; n++) await login("a wrong password", "192.0.2.66", again.known);
		expect(await login("another, new password", "192.0.2.66", again.known)).toBe("rate_limited");
		expect((await login("another, new password", "192.0.2.66", next)).known).toBe(next);
	});

	test("the claim code stops as well", async () => {
		await using identity = await openIdentity();
		const code = (await identity.owner.openClaim()) ?? "";
		const guess = (typed: string) =>
			identity.owner.claim(typed, PASSWORD, CLIENT).catch((error) => error.code);
		for (let n = 0; n < 10; n++) expect(await guess(`0000-0000-0000-000${n}`)).toBe("forbidden");
		expect(await guess(code)).toBe("rate_limited");
	});

	test("counts for nothing once it was right", async () => {
		await using identity = await openIdentity();
		await claimed(identity);
		for (let round = 0; round < 12; round++) {
			for (let n = 0; n < 8; n++) {
				const wrong = identity.owner.login("a wrong password", CLIENT);
				await expect(wrong).rejects.toMatchObject({ code: "forbidden" });
			}
			await identity.owner.login(PASSWORD, CLIENT);
		}
	});
});

test("the rescue takes password and sessions, gives a new claim code and forgets wrong guesses", async () => {
	await using identity = await openIdentity();
	const { cookie } = await claimed(identity);
	for (let n = 0; n < 11; n++) await identity.owner.login("a wrong password", CLIENT).catch(() => {});
	const code = await identity.owner.reset();
	expect(await identity.owner.session(cookie)).toBeUndefined();
	expect(await identity.owner.state()).toBe("unclaimed");
	expect(await identity.owner.openClaim()).toBe(code);
	await expect(identity.owner.login(PASSWORD, CLIENT)).rejects.toMatchObject({ code: "not_found" });
	await identity.owner.claim(code, "another, new password", CLIENT);
	await identity.owner.login("another, new password", CLIENT);
});

test("a data folder that can't be written is told, and no code is open that nobody can read", async () => {
	await using identity = await openIdentity();
	await mkdir(codeFile(identity));
	await expect(identity.owner.openClaim()).rejects.toMatchObject({
		code: "unavailable",
		message: expect.stringMatching(/^The file claim-code can't be written/),
	});
	expect(await readdir(identity.folder)).not.toContainEqual(expect.stringMatching(/tmp$/));
	expect(await identity.store.read.all("SELECT claim_hash FROM owner")).toEqual([]);
});
