import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";
import { canonicalJson } from "./canonical-json.ts";
import { KeyPins } from "./key-pins.ts";
import { isSignedBy, parsePublicKey } from "./public-key.ts";
import { readSignedSnapshot, signSnapshot } from "./signed-snapshot.ts";
import { openSigningKey } from "./signing-key.ts";

const key = () => openSigningKey(join(temporaryFolder(), "data", "signing-key.pem"));

describe("canonical JSON", () => {
	test("is the same text whatever the order of keys", () => {
		expect(canonicalJson({ b: [1, { d: null, c: "ä\n" }], a: true, u: undefined })).toBe(
			'{"a":true,"b":[1,{"c":"ä\\n","d":null}]}',
		);
	});

	test("refuses what has no one text", () => {
		expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
		const deep: unknown[] = [];
		deep.push(deep);
		expect(() => canonicalJson(deep)).toThrow(RangeError);
	});
});

describe("the registry's key", () => {
	test("is made on first use, readable by its owner alone, and the same afterwards", async () => {
		const file = join(temporaryFolder(), "data", "signing-key.pem");
		const [first, second] = await Promise.all([openSigningKey(file), openSigningKey(file)]);
		expect(second.publicKey).toBe(first.publicKey);
		expect((await openSigningKey(file)).publicKey).toBe(first.publicKey);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		expect(first.publicKey).toMatch(/^ed25519:[A-Za-z0-9_-]{43}$/);
		expect(await readFile(file, "utf8")).toContain("PRIVATE KEY");
	});

	test("is not replaced when its file is damaged", async () => {
		const file = join(temporaryFolder(), "key");
		await writeFile(file, "rubbish");
		await expect(openSigningKey(file)).rejects.toThrow(/from a backup/);
		expect(await readFile(file, "utf8")).toBe("rubbish");
	});

	test("signs what only its public half confirms", async () => {
		const [mine, other] = [await key(), await key()];
		const signature = mine.sign(Buffer.from("a"));
		expect(isSignedBy(mine.publicKey, Buffer.from("a"), signature)).toBe(true);
		expect(isSignedBy(mine.publicKey, Buffer.from("b"), signature)).toBe(false);
		expect(isSignedBy(other.publicKey, Buffer.from("a"), signature)).toBe(false);
		expect(isSignedBy(mine.publicKey, Buffer.from("a"), "rubbish")).toBe(false);
	});

	test.each(["", "rsa:abc", "ed25519:short", `ed25519:${"=".repeat(43)}`])("%j is no key", (text) => {
		expect(() => parsePublicKey(text)).toThrow(/ed25519:/);
	});
});

test("a snapshot holds only as it was signed", async () => {
	const signing = await key();
	const digests = { "run.sh": { sha256: "a".repeat(64), size: 1, executable: true } };
	const script = {
		...{ name: "a", files: ["run.sh"], digests, digest: "d", folder: "/home/me" },
		manifest: { name: "a", description: "", exec: "run.sh", inputs: {}, requires: [], secrets: [] },
	};
	const signed = JSON.parse(
		JSON.stringify(
			signSnapshot({ version: "1", scripts: [script], broken: [] }, { key: signing, serial: 1 }),
		),
	);
	expect(readSignedSnapshot(signed)).toMatchObject({ key: signing.publicKey, snapshot: { version: "1" } });
	expect(JSON.stringify(signed)).not.toContain("/home/me");
	const changes: ((copy: typeof signed) => void)[] = [
		(copy) => {
			copy.version = "2";
		},
		(copy) => {
			copy.scripts[0].digests["run.sh"].executable = false;
		},
		(copy) => {
			copy.scripts[0].manifest.description = "x";
		},
		(copy) => {
			copy.scripts = [];
		},
		(copy) => {
			copy.more = true;
		},
	];
	for (const change of changes) {
		const copy = structuredClone(signed);
		change(copy);
		expect(readSignedSnapshot(copy)).toEqual({ fault: "wrong signature" });
	}
	expect(readSignedSnapshot({ ...signed, signature: undefined })).toEqual({ fault: "no snapshot" });
	const { signature: _left, ...unsigned } = signed;
	expect(readSignedSnapshot(unsigned)).toEqual({ fault: "unsigned" });
});

describe("a laptop's pins", () => {
	test("remember the first key of each registry and refuse another by name", async () => {
		const file = join(temporaryFolder(), "config", "keys.json");
		const [mine, other] = [(await key()).publicKey, (await key()).publicKey];
		await new KeyPins({ file }).accept("http://a", mine);
		await new KeyPins({ file }).accept("http://b", other);
		const pins = new KeyPins({ file });
		await pins.accept("http://a", mine);
		await expect(pins.accept("http://a", other)).rejects.toThrow(`${other} instead of ${mine}`);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	test("trust nobody when they can't be read", async () => {
		const file = join(temporaryFolder(), "keys.json");
		await mkdir(file);
		await expect(new KeyPins({ file }).accept("http://a", (await key()).publicKey)).rejects.toThrow(
			/can't be read/,
		);
	});
});
