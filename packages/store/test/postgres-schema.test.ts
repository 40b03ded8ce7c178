import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { claimSearch, events, openStore } from "../src/index.ts";
import { makeDatabasePlace } from "./postgres-place.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

test("the schema for PostgreSQL is the one that is written by hand, but for its head", () => {
	const script = join(ROOT, "tools", "postgresql-schema.mjs");
	const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
	expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("its migrations make just what the schema says", () => {
	const from = ["--from-migrations", "prisma/postgresql/migrations"];
	const to = ["--to-schema", "prisma/postgresql/schema.prisma"];
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[
			join(ROOT, "tools", "prisma.mjs"),
			...["migrate", "diff", "--config", "prisma-postgresql.config.ts", ...from, ...to, "--exit-code"],
		],
		{ cwd: ROOT, encoding: "utf8", env: { ...process.env, DATABASE_URL: inject("postgresUrl") } },
	);
	expect(stdout + stderr).toContain("No difference detected");
	expect(status).toBe(0);
});

test("all text is compared by its bytes, whatever the database's own order", async () => {
	await using database = await makeDatabasePlace();
	expect(
		await database.rows(
			`SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
			 AND table_name <> '_prisma_migrations' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`,
		),
	).toEqual([]);
	const [order] = await database.rows("SELECT 'a' < 'B' AS of_words, 'a' COLLATE \"C\" < 'B' AS of_bytes");
	expect(order).toEqual({ of_words: true, of_bytes: false });
});

test.each([
	["UPDATE events SET object = 'other'", /events are never changed/],
	["DELETE FROM events", /events are never removed/],
	["TRUNCATE events", /events are never removed/],
])("%s is refused", async (sql, message) => {
	await using database = await makeDatabasePlace();
	await using store = await openStore({ url: database.url });
	const event = { at: 1, requestId: "r", agentId: "a", action: "log.append", object: "x" } as const;
	await store.transaction((sql) => events.insertEvent(sql, event));
	await expect(database.rows(sql)).rejects.toThrow(message);
	expect(await events.lastEventId(store.read)).toBe(1);
});

test("the number of an event is never given twice, also when the last ones were removed behind Cairn's back", async () => {
	await using database = await makeDatabasePlace();
	await using store = await openStore({ url: database.url });
	const event = { at: 1, requestId: "r", agentId: "a", action: "log.append", object: "x" } as const;
	const record = () => store.transaction((sql) => events.insertEvent(sql, event));
	expect([await record(), await record()]).toEqual([1, 2]);
	await database.rows("SET session_replication_role = replica; DELETE FROM events WHERE id = 2");
	expect(await record()).toBe(3);
});

test("a search of many claims looks into its index, not at each claim", async () => {
	await using database = await makeDatabasePlace();
	await using store = await openStore({ url: database.url });
	await database.rows(
		`INSERT INTO claims (id, kind, volatility, confidence, state, created_at, updated_at, decays_from, asserted_by, source,
		 entity, claim, evidence, entity_folded, claim_folded)
		 SELECT 'cl_' || i, 'fact', 'slow', 1, 'active', 1, 1, 1, '', 'declared', 'e', md5(i::text), '[]', 'e', md5(i::text)
		 FROM generate_series(1, 20000) AS i;
		 INSERT INTO claim_grams (claim_seq, grams)
		 SELECT seq, (SELECT array_agg(DISTINCT substr(claim_folded, n, 3)) FROM generate_series(1, 30) AS n) FROM claims;
		 ANALYZE claims; ANALYZE claim_grams`,
	);
	const [{ claim_folded: text }] = (await database.rows(
		"SELECT claim_folded FROM claims WHERE id = 'cl_777'",
	)) as [{ claim_folded: string }];
	const [query, grams] = [text.slice(0, 8), [text.slice(0, 3), text.slice(3, 6)]];
	const found = await claimSearch.searchClaims(store.read, { folded: query, after: 0, limit: 10 });
	expect(found.map(({ id }) => id)).toEqual(["cl_777"]);
	const plan = await database.rows<{ "QUERY PLAN": string }>(
		`EXPLAIN SELECT claim_seq AS seq FROM claim_grams WHERE grams @> '{${grams.join(",")}}' LIMIT 5001`,
	);
	expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("claim_grams_grams_idx");
});
