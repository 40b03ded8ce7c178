import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { openStore, type Store } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";
import { parsePublicKey } from "../signature/public-key.ts";
import { openCatalogSerials, refuseOtherKey } from "./catalog-serial.ts";

const KEY = parsePublicKey(`ed25519:${"A".repeat(43)}`);
const OTHER_KEY = parsePublicKey(`ed25519:${"B".repeat(43)}`);

async function openTestStore(): Promise<Store> {
	const temporary = await makeTemporaryPlace();
	const store = await openStore(temporary.place);
	onTestFinished(async () => {
		await store.close();
		await temporary[Symbol.asyncDispose]();
	});
	return store;
}

async function openFile(file: string): Promise<Store> {
	const store = await openStore({ file });
	onTestFinished(() => store.close());
	return store;
}

/** A registry whose clock stands still. */
const registry = (store: Store, now: number) =>
	openCatalogSerials({ store, clock: { now: () => now }, signingKey: KEY });

test("a serial stays while the version does, and rises with every change, back to an earlier version too", async () => {
	const serialOf = registry(await openTestStore(), 1_000);
	expect([
		await serialOf("a"),
		await serialOf("a"),
		await serialOf("b"),
		await serialOf("b"),
		await serialOf("a"),
	]).toEqual([1_000, 1_000, 1_001, 1_001, 1_002]);
});

test("a clock that was set back doesn't lower it", async () => {
	const store = await openTestStore();
	await registry(store, 5_000)("a");
	expect(await registry(store, 10)("b")).toBe(5_001);
});

test("registries on one store go on from each other's serials", async () => {
	const store = await openTestStore();
	const [one, other] = [registry(store, 1_000), registry(store, 1_000)];
	const given = [await one("a"), await other("b"), await one("a"), await other("a"), await one("a")];
	expect(given).toEqual([1_000, 1_001, 1_002, 1_002, 1_002]);
});

test("a server from a backup goes above what laptops have seen since, also when its catalog is the same", async () => {
	const root = temporaryFolder();
	const file = join(root, "cairn.db");
	const store = await openStore({ file });
	await registry(store, 1_000)("a");
	await store.close();
	await copyFile(file, join(root, "backup.db"));
	const later = await openFile(file);
	const serialOf = registry(later, 2_000);
	await serialOf("b");
	const seen = await serialOf("a");
	const restored = await openFile(join(root, "backup.db"));
	expect(await registry(restored, 3_000)("a")).toBeGreaterThan(seen);
});

test("each serial is an event with the version before and after", async () => {
	const store = await openTestStore();
	const serialOf = registry(store, 1_000);
	await serialOf("a");
	await serialOf("a");
	await serialOf("b");
	expect(
		await store.read.all("SELECT action, before_hash, after_hash FROM events WHERE action LIKE 'catalog.%'"),
	).toEqual([
		{ action: "catalog.publish", before_hash: null, after_hash: "a" },
		{ action: "catalog.publish", before_hash: "a", after_hash: "b" },
	]);
});

test("a registry with another key is refused where several may share the store, unless its key is to replace the other", async () => {
	const store = await openTestStore();
	const clock = { now: () => 1_000 };
	await refuseOtherKey(store.read, { signingKey: OTHER_KEY });
	await openCatalogSerials({ store, clock, signingKey: KEY })("a");
	await refuseOtherKey(store.read, { signingKey: KEY });
	const other = { store, clock, signingKey: OTHER_KEY };
	const start = () => refuseOtherKey(store.read, other);
	const sign = () => openCatalogSerials(other)("a");
	if (store.read.dialect.database === "sqlite") {
		await start();
		await sign();
		return;
	}
	await expect(start()).rejects.toThrow(/another key.*catalog-key.pem.*CAIRN_CATALOG_KEY=replace/);
	await expect(sign()).rejects.toMatchObject({ code: "unavailable" });
	await openCatalogSerials({ ...other, replaceKey: true })("a");
	await expect(refuseOtherKey(store.read, { signingKey: KEY })).rejects.toThrow(/another key/);
});
