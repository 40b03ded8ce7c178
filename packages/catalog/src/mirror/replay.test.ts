import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type HostileRegistry, hostileRegistry, script, signed } from "../../test/hostile-registry.ts";
import { mirrorFixture } from "../../test/registry-server.ts";
import type { Catalog } from "../catalog.ts";

const names = ({ scripts }: Catalog) => scripts.map(({ name }) => name);

/** What the registry offers from now on. */
function offer(registry: HostileRegistry, serial: number | undefined, ...offered: string[]): void {
	registry.serial = serial;
	registry.version = `${offered.join("-")}-${serial}`;
	registry.scripts = offered.map((name) => script(name));
}

test("an older snapshot with a good signature is refused by name, and the cached catalog goes on serving", async () => {
	const registry = await hostileRegistry();
	const { mirror, again } = mirrorFixture(registry.url);
	offer(registry, 1_000, "good", "withdrawn");
	await mirror.refresh();
	offer(registry, 1_001, "good");
	expect(names(await mirror.refresh())).toEqual(["good"]);
	offer(registry, 1_000, "good", "withdrawn");
	const refused = expect.stringMatching(/older catalog \(serial 1000\).*\(1001\).*stays in use/);
	expect(await mirror.refresh()).toMatchObject({
		scripts: [{ name: "good" }],
		origin: { problem: refused },
	});
	const restarted = await again().refresh();
	expect(names(restarted)).toEqual(["good"]);
	expect(restarted.origin.problem).toEqual(refused);
	offer(registry, 1_001, "good");
	expect((await mirror.refresh()).origin.problem).toBeUndefined();
});

test("a snapshot without a serial is taken from a registry that never signed one, and never after one that did", async () => {
	const registry = await hostileRegistry();
	const { mirror } = mirrorFixture(registry.url);
	offer(registry, undefined, "old");
	expect(names(await mirror.refresh())).toEqual(["old"]);
	offer(registry, 5, "new");
	expect(names(await mirror.refresh())).toEqual(["new"]);
	offer(registry, undefined, "old");
	expect(names(await mirror.refresh())).toEqual(["new"]);
});

test("the serials of one key say nothing of another's", async () => {
	const [one, other] = [await hostileRegistry(), await hostileRegistry()];
	offer(one, 1_000, "one");
	offer(other, 1, "other");
	const { mirror, again } = mirrorFixture(one.url);
	await mirror.refresh();
	expect(names(await again({ url: other.url }).refresh())).toEqual(["other"]);
});

test("a snapshot that another process overtook on its way is asked for again, and nobody is alarmed", async () => {
	const registry = await hostileRegistry();
	const { mirror, again } = mirrorFixture(registry.url);
	const slow = again();
	offer(registry, 1_000, "one");
	await slow.refresh();
	registry.answer = async (body, context) => {
		registry.answer = undefined;
		offer(registry, 1_001, "two");
		await mirror.refresh();
		return context.json(signed({ ...body, version: "late" }, registry.key));
	};
	const catalog = await slow.refresh();
	expect(names(catalog)).toEqual(["two"]);
	expect(catalog.origin.problem).toBeUndefined();
});

test("a lower serial that another process wrote doesn't count for this one", async () => {
	const registry = await hostileRegistry();
	const { mirror, cache } = mirrorFixture(registry.url);
	offer(registry, 1_001, "good");
	await mirror.refresh();
	await writeFile(
		join(cache, "@cairn", "registry-serials.json"),
		JSON.stringify({ [registry.key.publicKey]: 900 }),
	);
	offer(registry, 1_000, "withdrawn");
	expect(names(await mirror.refresh())).toEqual(["good"]);
});

test("a file of serials that can't be read stops what is new, not what is cached", async () => {
	const registry = await hostileRegistry();
	const { mirror, cache } = mirrorFixture(registry.url);
	offer(registry, 1, "good");
	await mirror.refresh();
	await writeFile(join(cache, "@cairn", "registry-serials.json"), "{");
	offer(registry, 2, "new");
	expect(await mirror.refresh()).toMatchObject({
		scripts: [{ name: "good" }],
		origin: { problem: expect.stringContaining("catalog serials") },
	});
});
