import { access, readdir, readFile, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { type HostileScript, hostileRegistry, script, signed } from "../../test/hostile-registry.ts";
import { mirrorFixture } from "../../test/registry-server.ts";
import { manifestOf, temporaryFolder } from "../../test/scripts-on-disk.ts";
import type { Catalog } from "../catalog.ts";
import { openSigningKey } from "../signature/signing-key.ts";

const manifest = (text: string): HostileScript => ({
	name: "bad",
	files: { "manifest.yaml": text, "run.sh": "#!/bin/sh\n" },
});
const digests = (of: HostileScript["digests"]): HostileScript => ({
	...script("bad"),
	...(of && { digests: of }),
});

/** All files under a folder, not through links. */
async function tree(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe("a script that means harm is left out with its reason, and the good ones work", () => {
	test.each<[string, HostileScript, RegExp]>([
		["a name that climbs", { ...script("bad"), name: "../bad" }, /name of this script/],
		["a name that is absolute", { ...script("bad"), name: "/tmp/bad" }, /name of this script/],
		["the name ..", { ...script("bad"), name: ".." }, /name of this script/],
		["the name of the cache's own folder", { ...script("bad"), name: "@cairn" }, /name of this script/],
		["a name of 101 characters", { ...script("bad"), name: "x".repeat(101) }, /not in a form/],
		["a path that climbs", script("bad", { "../../../escaped": "x" }), /part that is \. or \.\./],
		["a path that climbs later", script("bad", { "a/../../../escaped": "x" }), /part that is \. or \.\./],
		["an absolute path", script("bad", { "/tmp/cairn-escaped": "x" }), /absolute/],
		["a path with a backslash", script("bad", { "..\\..\\escaped": "x" }), /backslash/],
		["a path with a NUL", script("bad", { "a\0b": "x" }), /control character/],
		["a file that is also a folder", script("bad", { a: "x", "a/b": "y" }), /on top of/],
		["files that are one on a Mac", script("bad", { A: "x", a: "y" }), /on top of/],
		["a path 20 folders deep", script("bad", { [`${"d/".repeat(20)}x`]: "x" }), /nested deeper/],
		[
			"too many files",
			script("bad", Object.fromEntries(Array.from({ length: 2100 }, (_, i) => [`f${i}`, ""]))),
			/too many/,
		],
		["no manifest", { name: "bad", files: { "run.sh": "x" } }, /no manifest/],
		["a manifest that is huge", digests({ "manifest.yaml": { size: 30_000_000 } }), /manifest is too large/],
		[
			"files that are huge together",
			digests({ "run.sh": { size: 33_000_000 }, x: { size: 0 } }),
			/too large|the catalog's digest/,
		],
		["an absolute exec", manifest("name: bad\nexec: /bin/sh\n"), /exec must be a path inside/],
		["an exec that climbs", manifest("name: bad\nexec: ./../../../bin/sh\n"), /exec must be a path inside/],
		["an exec that isn't there", manifest("name: bad\nexec: ./other.sh\n"), /no file of this script/],
		["a name that Cairn uses", manifest(manifestOf("list_scripts")), /used by Cairn itself/],
		["a tool name of 200 characters", manifest(manifestOf("x".repeat(200))), /1 to 64/],
		[
			"the tool name of another script",
			manifest(manifestOf("good")),
			/The tool name good is already used by the script in good/,
		],
		[
			"a bomb of aliases",
			manifest("a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b]\n"),
			/anchors|name is/,
		],
		["a bomb of brackets", manifest(`a: ${"[".repeat(90_000)}`), /far more parts/],
		["a tag that runs code", manifest("name: !!js/function 'x'\nexec: run.sh\n"), /YAML tag/],
		[
			"other bytes than digested",
			digests({ "run.sh": { sha256: "0".repeat(64) } }),
			/not what the catalog's digest says/,
		],
		[
			"fewer bytes than digested",
			digests({ "run.sh": { size: 9000 } }),
			/not what the catalog's digest says/,
		],
		["more bytes than digested", digests({ "run.sh": { size: 3 } }), /not what the catalog's digest says/],
	])("%s", async (_what, bad, reason) => {
		const registry = await hostileRegistry();
		registry.scripts = [script("good")];
		const { mirror, cache } = mirrorFixture(registry.url);
		await mirror.refresh();
		const outside = async () => (await tree(dirname(cache))).filter((path) => !path.startsWith(`${cache}/`));
		const before = await outside();
		registry.scripts = [bad, script("good", { "new.txt": "new" })];
		registry.version = "2";
		const catalog = await mirror.refresh();
		const told = [...catalog.broken.map((broken) => broken.reason), catalog.origin.problem ?? ""].join("\n");
		expect(told).toMatch(reason);
		expect(catalog.scripts.map(({ name }) => name)).toEqual(["good"]);
		expect(await readFile(join(cache, "good/run.sh"), "utf8")).toBe("#!/bin/sh\necho good\n");
		expect(await outside()).toEqual(before);
		await expect(access("/tmp/cairn-escaped")).rejects.toThrow();
	});
});

describe("an answer that means harm changes nothing", () => {
	const cases: Record<string, (body: object) => Response | Promise<Response>> = {
		"no JSON": () => new Response("<html>"),
		"half an answer": (body) => new Response(JSON.stringify(body).slice(0, 40)),
		"an empty answer": () => new Response(""),
		"a redirect": () => Response.redirect("http://127.0.0.1:9/registry", 302),
		"status 500": () => new Response("stack trace", { status: 500 }),
		"status 401": () => new Response("", { status: 401 }),
		"no signature": (body) => Response.json(body),
		"no catalog": () => Response.json([]),
		"deep JSON": () => new Response(`{"signature":{},"version":${"[".repeat(50_000)}${"]".repeat(50_000)}}`),
		"the signature of another catalog": (body) =>
			Response.json({
				...body,
				version: "3",
				signature: { key: `ed25519:${"A".repeat(43)}`, value: "A".repeat(86) },
			}),
		"a stranger's signature": async (body) =>
			Response.json(signed(body, await openSigningKey(join(temporaryFolder(), "key")))),
		"an endless answer": () => endless({ bytes: 64 * 1024, pauseMs: 0 }),
		"an answer that never comes": () => new Promise(() => {}),
		"an answer that stops in the middle": () => endless({ bytes: 10 }),
		"an answer that drips": () => endless({ bytes: 1, pauseMs: 100 }),
	};
	test.each(Object.entries(cases))("%s", async (_what, answer) => {
		const registry = await hostileRegistry();
		registry.scripts = [script("good")];
		// One that would not wait could miss a good answer on a busy machine; so it is for the harm alone.
		const { mirror, again } = mirrorFixture(registry.url);
		const { version } = await mirror.refresh();
		registry.scripts = [script("evil")];
		registry.version = "2";
		registry.answer = answer;
		const impatient = again({ timeouts: { silenceMs: 400, answerMs: 2000 } });
		const catalog = await impatient.refresh();
		expect(catalog).toMatchObject({ version, scripts: [{ name: "good" }] });
		expect(catalog.origin.problem).toMatch(/stays in use/);
		registry.answer = undefined;
		expect((await mirror.refresh()).scripts.map(({ name }) => name)).toEqual(["evil"]);
	});

	test.each(["hang", "break off", "drip"])("files that %s keep back their script alone", async (how) => {
		const registry = await hostileRegistry();
		registry.scripts = [script("a"), script("b"), script("c")];
		const { mirror: patient, again } = mirrorFixture(registry.url);
		await patient.refresh();
		// Long enough for the good files also on a busy machine.
		const mirror = again({ timeouts: { silenceMs: 3_000, answerMs: 4_000 } });
		registry.scripts = [
			script("a", { x: "new a" }),
			script("b", { x: "new b" }),
			script("c", { x: "new c" }),
		];
		registry.version = "2";
		registry.file = (name, path) => {
			if (name !== "b" || path !== "x") return undefined;
			return how === "break off"
				? new Response("n")
				: endless({ bytes: 1, pauseMs: how === "hang" ? undefined : 50 });
		};
		const catalog = await mirror.refresh();
		expect(catalog.scripts.filter(({ files }) => files.includes("x")).map(({ name }) => name)).toEqual([
			"a",
			"c",
		]);
		expect(catalog.broken).toMatchObject([{ dir: "b", serving: "last_good" }]);
		registry.file = undefined;
		expect((await patient.refresh()).broken).toEqual([]);
	});
});

test("what a catalog says of broken scripts costs no good one, however odd", async () => {
	const registry = await hostileRegistry();
	registry.scripts = [script("good")];
	const told = { dir: "other", file: "manifest.yaml", reason: "no", serving: "nothing" };
	const broken = [
		...[5, null, "x", [], {}, { ...told, reason: "r".repeat(100_000) }, { ...told, line: "seven" }],
		...[{ ...told, dir: "good" }, { ...told, dir: "../..\u202e" }, { ...told, serving: "everything" }, told],
	];
	registry.answer = (body, context) => context.json(signed({ ...body, broken }, registry.key));
	const catalog = await mirrorFixture(registry.url).mirror.refresh();
	expect(catalog.origin.problem).toBeUndefined();
	expect(catalog.scripts.map(({ name }) => name)).toEqual(["good"]);
	expect(catalog.broken).toContainEqual(told);
});

test("removals and quick scripts don't wait for a slow one, whose tool name stays its own meanwhile", async () => {
	const registry = await hostileRegistry();
	registry.scripts = [script("gone"), script("slow"), script("zebra")];
	const { mirror, again } = mirrorFixture(registry.url, {
		timeouts: { silenceMs: 30_000, answerMs: 30_000 },
	});
	await mirror.refresh();
	let arrive = () => {};
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			arrive = () => {
				controller.enqueue(Buffer.from("new"));
				controller.close();
			};
		},
	});
	const thief: HostileScript = {
		name: "thief",
		files: { "manifest.yaml": manifestOf("slow"), "run.sh": "#!/bin/sh\n" },
	};
	registry.scripts = [script("slow", { x: "new" }), thief, script("zebra", { x: "new" })];
	registry.version = "2";
	registry.file = (name, path) => (name === "slow" && path === "x" ? new Response(body) : undefined);
	const refreshed = mirror.refresh();
	const shown = ({ scripts }: Catalog) =>
		scripts.map(({ name, files }) => [name, files.includes("x") ? "new" : "old"]);
	const part = [
		["slow", "old"],
		["zebra", "new"],
	];
	await vi.waitFor(() => expect(shown(mirror.current())).toEqual(part));
	expect(mirror.current().broken).toMatchObject([{ dir: "thief", serving: "nothing" }]);
	const cached = again();
	registry.answer = () => new Response("away", { status: 503 });
	expect(shown(await cached.refresh())).toEqual(part);
	arrive();
	expect(shown(await refreshed)).toEqual([
		["slow", "new"],
		["zebra", "new"],
	]);
});

describe("files that never end hold nothing up", () => {
	const PATIENT = { timeouts: { silenceMs: 60_000, answerMs: 60_000 } };
	const names = ["s1", "s2", "s3", "s4", "s5"];

	/** A registry whose scripts s1 to s5 have a file that trickles for ever, and how many of those are being sent. */
	async function slowRegistry() {
		const registry = await hostileRegistry();
		registry.scripts = [...names, "zebra"].map((name) => script(name));
		const { mirror } = mirrorFixture(registry.url, PATIENT);
		await mirror.refresh();
		const sent: string[] = [];
		const sending = new Set<string>();
		registry.file = (name, path) => {
			if (path !== "slow") return undefined;
			sent.push(name);
			sending.add(name);
			return endless({ bytes: 1, pauseMs: 20, onEnd: () => sending.delete(name) });
		};
		registry.scripts = [
			...names.map((name) => script(name, { slow: "x".repeat(100_000) })),
			script("zebra", { x: "new" }),
		];
		registry.version = "2";
		return { registry, mirror, sent, sending };
	}

	test("good scripts of the same catalog arrive", async () => {
		const { mirror } = await slowRegistry();
		void mirror.refresh();
		const zebra = () => mirror.current().scripts.find(({ name }) => name === "zebra");
		await vi.waitFor(() => expect(zebra()?.files).toContain("x"));
	});

	test("a newer catalog is taken over, and what it doesn't have is fetched no more", async () => {
		const { registry, mirror, sending } = await slowRegistry();
		const refreshed = mirror.refresh();
		await vi.waitFor(() => expect(sending.size).toBe(5));
		registry.scripts = [...names, "zebra"].map((name) => script(name, { y: "newer" }));
		registry.version = "3";
		const { scripts, origin, broken } = await refreshed;
		expect(scripts.map(({ name, files }) => [name, files.includes("y")])).toEqual(
			[...names, "zebra"].map((name) => [name, true]),
		);
		expect([origin.problem, broken]).toEqual([undefined, []]);
		await vi.waitFor(() => expect(sending.size).toBe(0));
	});

	test("who asks again hears of a newer catalog at once", async () => {
		const { registry, mirror, sending } = await slowRegistry();
		void mirror.refresh();
		await vi.waitFor(() => expect(sending.size).toBeGreaterThan(0));
		registry.scripts = [script("only")];
		registry.version = "3";
		expect((await mirror.refresh()).scripts.map(({ name }) => name)).toEqual(["only"]);
	});

	test("what a newer catalog has too goes on, and is not begun again", async () => {
		const { registry, mirror, sent, sending } = await slowRegistry();
		void mirror.refresh();
		await vi.waitFor(() => expect(sending.size).toBe(5));
		registry.scripts = [...registry.scripts, script("yak")];
		registry.version = "3";
		await vi.waitFor(() => expect(mirror.current().scripts.map(({ name }) => name)).toContain("yak"));
		expect([...sent].sort()).toEqual(names);
		expect(sending.size).toBe(5);
	});
});

test("a link in the cache is not followed to the outside", async () => {
	const registry = await hostileRegistry();
	registry.scripts = [script("good", { "assets/a": "1" })];
	const { mirror } = mirrorFixture(registry.url);
	const folder = (await mirror.refresh()).scripts[0]?.folder ?? "";
	const outside = temporaryFolder();
	await rm(join(folder, "assets"), { recursive: true });
	await symlink(outside, join(folder, "assets"));
	await mirror.refresh();
	expect(await readdir(outside)).toEqual([]);
	expect(await readFile(join(folder, "assets/a"), "utf8")).toBe("1");
});

interface Trickle {
	/** The size of each part. */
	readonly bytes: number;
	/** After each part; without it nothing comes after the first one. */
	readonly pauseMs?: number | undefined;
	/** Called when nobody reads it any more. */
	readonly onEnd?: () => void;
}

/** A body that never ends. */
function endless({ bytes, pauseMs, onEnd }: Trickle): Response {
	let timer: NodeJS.Timeout | undefined;
	let sent = 0;
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) =>
			new Promise<void>((resolve) => {
				if (pauseMs === undefined && sent > 0) return;
				timer = setTimeout(
					() => {
						controller.enqueue(new Uint8Array(bytes).fill(32));
						sent++;
						resolve();
					},
					sent === 0 ? 0 : pauseMs,
				);
			}),
		cancel: () => {
			clearTimeout(timer);
			onEnd?.();
		},
	});
	return new Response(body);
}
