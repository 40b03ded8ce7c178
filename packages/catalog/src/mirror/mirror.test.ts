import { createHash } from "node:crypto";
import {
	chmod,
	lstat,
	mkdir,
	readdir,
	readFile,
	realpath,
	rm,
	stat,
	symlink,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { hostileRegistry, script, signed } from "../../test/hostile-registry.ts";
import { mirrorFixture, registryFixture } from "../../test/registry-server.ts";
import { manifestOf, temporaryFolder, writeScript } from "../../test/scripts-on-disk.ts";
import type { Catalog } from "../catalog.ts";
import { openSigningKey } from "../signature/signing-key.ts";

const names = ({ scripts }: Catalog) => scripts.map(({ name }) => name);

test("a laptop has the registry's scripts byte for byte, with their exec bits", async () => {
	const registry = await registryFixture();
	await writeScript(registry.folder, "echo", { "assets/ä b.bin": "\0ÿ", "empty.txt": "" });
	const { mirror, cache } = mirrorFixture(registry.url);
	const catalog = await mirror.refresh();
	expect(catalog.origin).toMatchObject({ kind: "registry", where: registry.url, problem: undefined });
	expect(catalog.version).toBe(registry.source.current().version);
	expect(await readFile(join(cache, "echo/assets/ä b.bin"), "utf8")).toBe("\0ÿ");
	expect(await readFile(join(cache, "echo/empty.txt"), "utf8")).toBe("");
	expect((await stat(join(cache, "echo/run.sh"))).mode & 0o777).toBe(0o700);
	expect((await stat(join(cache, "echo/manifest.yaml"))).mode & 0o777).toBe(0o600);
	expect(await realpath(catalog.scripts[0]?.folder ?? "")).toBe(await realpath(join(cache, "echo")));
});

test("only files that changed are fetched, and nothing when nothing did", async () => {
	const registry = await registryFixture();
	await writeScript(registry.folder, "echo", { "a.txt": "a", "b.txt": "b" });
	await writeScript(registry.folder, "other");
	const { mirror } = mirrorFixture(registry.url);
	await mirror.refresh();
	registry.requests.length = 0;
	await mirror.refresh();
	expect(registry.requests).toEqual(["/registry"]);
	await writeFile(join(registry.folder, "echo/a.txt"), "A");
	await mirror.refresh();
	expect(registry.requests.slice(1)).toEqual(["/registry", "/registry/file?script=echo&path=a.txt"]);
});

test("files and scripts that vanished are gone, and what is not ours in the folder stays", async () => {
	const registry = await registryFixture();
	await writeScript(registry.folder, "echo", { "old.txt": "" });
	await writeScript(registry.folder, "gone");
	const { mirror, cache } = mirrorFixture(registry.url);
	await mirror.refresh();
	await mkdir(join(cache, "mine"));
	await symlink("/tmp", join(cache, "link"));
	await rm(join(registry.folder, "echo/old.txt"));
	await rm(join(registry.folder, "gone"), { recursive: true });
	expect(names(await mirror.refresh())).toEqual(["echo"]);
	expect((await readdir(cache)).sort()).toEqual(["@cairn", "echo", "link", "mine"]);
	expect((await readdir(join(cache, "echo"))).sort()).toEqual(["manifest.yaml", "run.sh"]);
});

test("a changed exec bit is a change", async () => {
	const registry = await registryFixture();
	await writeScript(registry.folder, "echo", { "tool.sh": "" });
	const { mirror, cache } = mirrorFixture(registry.url);
	await mirror.refresh();
	await chmod(join(registry.folder, "echo/tool.sh"), 0o755);
	await mirror.refresh();
	expect((await stat(join(cache, "echo/tool.sh"))).mode & 0o100).toBe(0o100);
});

test("a folder of another program's cache at a script's place is left alone", async () => {
	const registry = await registryFixture();
	await writeScript(registry.folder, "echo");
	const { mirror, cache } = mirrorFixture(registry.url);
	await mkdir(join(cache, "echo"), { recursive: true });
	await writeFile(join(cache, "echo/notes.txt"), "mine");
	expect(names(await mirror.refresh())).toEqual(["echo"]);
	expect(await readFile(join(cache, "echo/notes.txt"), "utf8")).toBe("mine");
});

describe("while the registry is away", () => {
	test("the cached catalog serves, also after a restart, and says since when and why", async () => {
		const registry = await registryFixture();
		await writeScript(registry.folder, "echo");
		const { mirror, again } = mirrorFixture(registry.url);
		const { version } = await mirror.refresh();
		await registry.stop();
		expect(await mirror.refresh()).toMatchObject({
			version,
			origin: { problem: expect.stringMatching(/can't be reached/) },
		});
		const restarted = await again().refresh();
		expect(restarted).toMatchObject({ version, origin: { asOf: expect.any(Number) } });
		expect(restarted.origin.problem).toMatch(/ECONNREFUSED.* stays in use/);
		await registry.restart();
		expect((await mirror.refresh()).origin.problem).toBeUndefined();
	});

	test("a first start says that there is nothing yet", async () => {
		const registry = await registryFixture();
		await registry.stop();
		const catalog = await mirrorFixture(registry.url).mirror.refresh();
		expect(catalog).toMatchObject({ scripts: [], origin: { asOf: undefined } });
		expect(catalog.origin.problem).toMatch(/No catalog was fetched before/);
	});

	test("the cache of another registry doesn't serve", async () => {
		const [registry, other] = [await registryFixture(), await registryFixture()];
		await writeScript(registry.folder, "echo");
		const { mirror, again } = mirrorFixture(registry.url);
		await mirror.refresh();
		await other.stop();
		expect((await again({ url: other.url }).refresh()).scripts).toEqual([]);
	});
});

describe("trust", () => {
	test("a registry with another key is refused by name, and the cached catalog serves", async () => {
		const registry = await registryFixture();
		await writeScript(registry.folder, "echo");
		const { mirror, again, pinFile } = mirrorFixture(registry.url);
		const { version } = await mirror.refresh();
		const stranger = "ed25519:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
		await writeFile(pinFile, JSON.stringify({ [registry.url]: stranger }));
		const refused = await mirror.refresh();
		expect(refused.origin.problem).toContain(`${registry.sign.publicKey} instead of ${stranger}`);
		await writeFile(join(registry.folder, "echo/run.sh"), "#!/bin/sh\nevil\n");
		expect((await mirror.refresh()).version).toBe(version);
		expect((await again().refresh()).scripts).toEqual([]);
		await rm(pinFile);
		const trusted = await mirror.refresh();
		expect(trusted.origin.problem).toBeUndefined();
		expect(trusted.version).not.toBe(version);
		expect(JSON.parse(await readFile(pinFile, "utf8"))).toEqual({ [registry.url]: registry.sign.publicKey });
	});

	test("a registry that changes its key while the program runs is refused, and its own one is welcome again", async () => {
		const registry = await hostileRegistry();
		registry.scripts = [script("good")];
		const { mirror } = mirrorFixture(registry.url);
		const { version } = await mirror.refresh();
		const stranger = await openSigningKey(join(temporaryFolder(), "key"));
		registry.scripts = [script("evil")];
		registry.version = "2";
		registry.answer = (body, context) => context.json(signed(body, stranger));
		const refused = await mirror.refresh();
		expect(refused).toMatchObject({ version, scripts: [{ name: "good" }] });
		expect(refused.origin.problem).toContain(stranger.publicKey);
		registry.answer = undefined;
		expect(names(await mirror.refresh())).toEqual(["evil"]);
	});

	test("the key that was given counts alone", async () => {
		const registry = await registryFixture();
		await writeScript(registry.folder, "echo");
		expect(
			names(await mirrorFixture(registry.url, { key: registry.sign.publicKey }).mirror.refresh()),
		).toEqual(["echo"]);
		const stranger = (await openSigningKey(join(registry.folder, "..", "other-key"))).publicKey;
		const refused = await mirrorFixture(registry.url, { key: stranger }).mirror.refresh();
		expect(refused.scripts).toEqual([]);
		expect(refused.origin.problem).toMatch(/another key than before/);
	});

	test("a cached catalog that somebody changed is not used", async () => {
		const registry = await registryFixture();
		await writeScript(registry.folder, "echo");
		const { mirror, again, cache } = mirrorFixture(registry.url);
		await mirror.refresh();
		await registry.stop();
		const file = join(cache, "@cairn/catalog.json");
		const evil = createHash("sha256").update("evil").digest("hex");
		const text = await readFile(file, "utf8");
		await writeFile(file, text.replace(mirror.current().scripts[0]?.digests["run.sh"]?.sha256 ?? "-", evil));
		expect((await again().refresh()).scripts).toEqual([]);
	});

	test("a cached file that somebody changed is fetched again, and one that somebody added is gone", async () => {
		const registry = await registryFixture();
		await writeScript(registry.folder, "echo");
		const { mirror, cache } = mirrorFixture(registry.url);
		await mirror.refresh();
		const right = await readFile(join(cache, "echo/run.sh"), "utf8");
		await writeFile(join(cache, "echo/run.sh"), "#!/bin/sh\nevil\n");
		await writeFile(join(cache, "echo/added"), "");
		await mirror.refresh();
		expect(await readFile(join(cache, "echo/run.sh"), "utf8")).toBe(right);
		await expect(lstat(join(cache, "echo/added"))).rejects.toThrow("ENOENT");
	});
});

describe("who watches", () => {
	test("is told at once by the registry's events, and once of a batch", async () => {
		const registry = await registryFixture();
		const { mirror } = mirrorFixture(registry.url, { pollMs: 3_600_000 });
		await mirror.refresh();
		const told: (readonly string[])[] = [];
		mirror.watch((catalog) => told.push(names(catalog)));
		await vi.waitFor(() => expect(registry.requests).toContain("/registry/events"));
		for (const name of ["a", "b", "c"]) await writeScript(registry.folder, name);
		await vi.waitFor(() => expect(told.at(-1)).toEqual(["a", "b", "c"]));
		await mirror.refresh();
		expect(told.filter((list) => list.length === 3)).toHaveLength(1);
	});

	test("is told by the poll where there are no events", async () => {
		const registry = await registryFixture();
		await writeScript(registry.folder, "a");
		const { mirror } = mirrorFixture(registry.url);
		const told: (readonly string[])[] = [];
		mirror.watch((catalog) => told.push(names(catalog)));
		await vi.waitFor(() => expect(told.at(-1)).toEqual(["a"]));
		await registry.stop();
		await vi.waitFor(() => expect(mirror.current().origin.problem).toBeDefined());
		await writeFile(join(registry.folder, "a/manifest.yaml"), manifestOf("b"));
		await registry.restart();
		await vi.waitFor(() => expect(mirror.current().scripts[0]?.manifest.name).toBe("b"));
	});
});

test("two programs with one cache don't disturb each other", async () => {
	const registry = await registryFixture();
	for (const name of ["a", "b", "c", "d"])
		await writeScript(registry.folder, name, { "x.txt": "x".repeat(100_000) });
	const { mirror, again } = mirrorFixture(registry.url);
	const other = again();
	for (let round = 0; round < 4; round++) {
		await writeFile(join(registry.folder, "b/x.txt"), `round ${round}`);
		const [one, two] = await Promise.all([mirror.refresh(), other.refresh()]);
		expect([one.origin.problem, two.origin.problem]).toEqual([undefined, undefined]);
		expect(names(one)).toEqual(["a", "b", "c", "d"]);
	}
	expect((await again().refresh()).version).toBe(registry.source.current().version);
});
