import { expect, test } from "vitest";
import { AllowedHosts, parseAllowedHosts } from "../src/index.ts";
import { openIdentity } from "./open-identity.ts";

test("local names are allowed, those of the settings, and those that the owner added", async () => {
	await using identity = await openIdentity();
	const { hosts } = identity;
	expect(await hosts.allows("nas.local:3460")).toBe(true);
	expect(await hosts.allows("named.example.org")).toBe(true);
	expect(await hosts.allows("cairn.example.org")).toBe(false);
	expect(await hosts.allows(undefined)).toBe(false);
	expect(await hosts.add(" Cairn.Example.org:8443 ")).toBe("cairn.example.org");
	await hosts.add("cairn.example.org");
	expect(await hosts.allows("cairn.example.org:443")).toBe(true);
	expect(await hosts.list()).toEqual(["cairn.example.org"]);
	await hosts.remove("cairn.example.org");
	await hosts.remove("cairn.example.org");
	expect(await hosts.allows("cairn.example.org")).toBe(false);
	expect(await identity.deeds()).toEqual(["host.allow cairn.example.org", "host.remove cairn.example.org"]);
});

test("another process knows of a new name within a second", async () => {
	await using identity = await openIdentity();
	const elsewhere = new AllowedHosts(identity);
	expect(await elsewhere.allows("cairn.example.org")).toBe(false);
	await identity.hosts.add("cairn.example.org");
	identity.clock.advance(1_000);
	expect(await elsewhere.allows("cairn.example.org")).toBe(true);
});

test.each(["", "http://cairn.example.org", "cairn.example.org/x", "a b", "*.example.org", "<script>"])(
	"%j is no host that could be added",
	async (typed) => {
		await using identity = await openIdentity();
		await expect(identity.hosts.add(typed)).rejects.toMatchObject({
			code: "invalid_input",
			details: { argument: "host" },
		});
		expect(await identity.hosts.list()).toEqual([]);
	},
);

test("there are no more than fifty names", async () => {
	await using identity = await openIdentity();
	for (let n = 0; n < 50; n++) await identity.hosts.add(`h${n}.example.org`);
	await expect(identity.hosts.add("one-more.example.org")).rejects.toThrow("remove one first");
});

test("the setting is a list of names, or refused by its name", () => {
	expect(parseAllowedHosts("CAIRN_ALLOWED_HOSTS", " a.example.org, B.example.org:80 [2001:db8::1]")).toEqual([
		"a.example.org",
		"b.example.org",
		"2001:db8::1",
	]);
	expect(parseAllowedHosts("CAIRN_ALLOWED_HOSTS", undefined)).toEqual([]);
	expect(() => parseAllowedHosts("CAIRN_ALLOWED_HOSTS", "https://a.example.org")).toThrow(
		/^CAIRN_ALLOWED_HOSTS/,
	);
});
