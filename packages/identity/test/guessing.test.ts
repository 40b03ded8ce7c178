import { describe, expect, test } from "vitest";
import { CLIENT, claimed, PASSWORD } from "./claimed-identity.ts";
import { openIdentity } from "./open-identity.ts";

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
