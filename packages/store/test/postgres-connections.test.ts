import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { CairnError } from "@cairn/kernel";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { agents, events, openStore, type Store } from "../src/index.ts";
import { PostgresWriter } from "../src/postgres-writer.ts";
import { openCuttingProxy } from "./cutting-proxy.ts";
import { makeDatabase } from "./make-database.ts";
import { makeDatabasePlace } from "./postgres-place.ts";
import { administer } from "./temporary-place.ts";

const insert = (store: Store, id: string) => store.transaction((sql) => agents.letAppear(sql, { id, at: 1 }));

const record = (store: Store, object: string) =>
	store.transaction((sql) =>
		events.insertEvent(sql, { at: 1, requestId: "r", agentId: "a", action: "log.append", object }),
	);

/** Ends all connections to a database, as its server does when it stops or another one takes over. */
const DISCONNECT =
	"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

describe("a store whose connections end", () => {
	test("goes on with new ones", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		await insert(store, "before");
		await database.rows(DISCONNECT);
		expect(await agents.findAgent(store.read, "before")).toBeDefined();
		await database.rows(DISCONNECT);
		await insert(store, "after");
		expect(await (await store.prisma()).agent.count()).toBe(2);
	});

	test("within a transaction undoes it, and says that nothing was changed", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		const failing = store.transaction(async (sql) => {
			await agents.letAppear(sql, { id: "lost", at: 1 });
			await database.rows(DISCONNECT);
			await agents.letAppear(sql, { id: "more", at: 1 });
		});
		await expect(failing).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("Nothing was changed"),
			details: { fault: "unreachable" },
		});
		expect(await agents.findAgent(store.read, "lost")).toBeUndefined();
		await insert(store, "next");
	});

	test("before its commit is sent begins a transaction anew", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		let runs = 0;
		await store.transaction(async (sql) => {
			await agents.letAppear(sql, { id: "a", at: 1 });
			if (++runs > 1) return;
			await database.rows(DISCONNECT);
			// The driver knows of it by then.
			await sql.run("SELECT 1").catch(() => {});
		});
		expect(runs).toBe(2);
		expect(await database.rows("SELECT id FROM agents")).toEqual([{ id: "a" }]);
	});

	test.each([
		["before", 0],
		["after", 1],
	] as const)("just %s the server hears of the commit says that it isn't known", async (when, kept) => {
		await using database = await makeDatabasePlace();
		await using proxy = await openCuttingProxy(database.url);
		await using store = await openStore({ url: proxy.url });
		await insert(store, "first");
		const changed = new CairnError("version_conflict", "changed");
		// The message is the statement with a NUL behind it; that of BEGIN has the word as well.
		proxy.cutAt("COMMIT\0", when);
		const asked = [insert(store, "a"), store.transaction(async () => Promise.reject(changed))];
		expect(await Promise.allSettled(asked)).toMatchObject([
			{
				reason: {
					code: "unavailable",
					message: expect.stringContaining("isn't known"),
					details: { fault: "unconfirmed" },
				},
			},
			// What this one was refused for holds whatever became of the other.
			{ reason: changed },
		]);
		await insert(store, "next");
		// The next writer waited until the server had done with the one before.
		expect(await database.rows("SELECT id FROM agents WHERE id = 'a'")).toHaveLength(kept);
	});

	test("tells its watchers all that was written meanwhile", async () => {
		await using database = await makeDatabasePlace();
		await using proxy = await openCuttingProxy(database.url);
		await using watching = await openStore({ url: proxy.url });
		await using writing = await openStore({ url: database.url });
		const controller = new AbortController();
		const seen: string[] = [];
		const watch = (async () => {
			for await (const { object } of watching.watch({ since: 0, signal: controller.signal }))
				seen.push(object);
		})();
		await record(writing, "1");
		await vi.waitFor(() => expect(seen).toEqual(["1"]));
		await proxy.close();
		await record(writing, "2");
		await expect(watching.read.get("SELECT 1")).rejects.toMatchObject({ details: { fault: "unreachable" } });
		await expect((await watching.prisma()).agent.count()).rejects.toMatchObject({
			code: "unavailable",
			details: { fault: "unreachable" },
		});
		await expect(record(watching, "never")).rejects.toMatchObject({ details: { fault: "unreachable" } });
		await proxy.open();
		await record(writing, "3");
		await vi.waitFor(() => expect(seen).toEqual(["1", "2", "3"]));
		controller.abort();
		await watch;
	});
});

describe("a store whose tables another process changes", () => {
	const CHANGE = "ALTER TABLE agents ALTER COLUMN files TYPE BIGINT";
	const find = "SELECT id, files FROM agents WHERE id = ?";

	test("goes on reading, on each of its connections", async () => {
		await using database = await makeDatabase();
		await using store = await openStore({ url: database.url });
		await insert(store, "a");
		const readAtOnce = () => Promise.all(Array.from({ length: 20 }, () => store.read.get(find, "a")));
		await readAtOnce();
		await administer(database.url, CHANGE);
		expect(await readAtOnce()).toEqual(Array.from({ length: 20 }, () => ({ id: "a", files: 0 })));
	});

	test("goes on writing, and nobody is told", async () => {
		await using database = await makeDatabase();
		await using store = await openStore({ url: database.url });
		const write = (id: string) =>
			store.transaction(async (sql) => {
				await agents.letAppear(sql, { id, at: 1 });
				return sql.get(find, id);
			});
		await write("before");
		await administer(database.url, CHANGE);
		expect(await write("after")).toEqual({ id: "after", files: 0 });
		expect(await administer(database.url, "SELECT id FROM agents")).toHaveLength(2);
	});
});

test("a watcher for whom the server has no connection left goes on when it has", async () => {
	await using database = await makeDatabasePlace();
	const role = `guest_${randomBytes(4).toString("hex")}`;
	await database.rows(
		`CREATE ROLE ${role} LOGIN PASSWORD 'guest'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
	);
	await using writing = await openStore({ url: database.url });
	const guest = Object.assign(new URL(database.url), { username: role, password: "guest" });
	await using watching = await openStore({ url: guest.href });
	await database.rows(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
	await database.rows(`${DISCONNECT} AND usename = '${role}'`);
	const controller = new AbortController();
	const seen: string[] = [];
	const watch = (async () => {
		for await (const { object } of watching.watch({ since: 0, signal: controller.signal })) seen.push(object);
	})();
	await expect(watching.read.get("SELECT 1")).rejects.toMatchObject({ details: { fault: "busy" } });
	await database.rows(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
	await record(writing, "1");
	await vi.waitFor(() => expect(seen).toEqual(["1"]));
	controller.abort();
	await watch;
	await database.rows(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

describe("writers", () => {
	test("of two processes' stores give events numbers without gaps, and watchers see them in order", async () => {
		await using database = await makeDatabasePlace();
		await using one = await openStore({ url: database.url });
		await using other = await openStore({ url: database.url });
		const controller = new AbortController();
		const seen: number[] = [];
		const watch = (async () => {
			for await (const { id } of other.watch({ since: 0, signal: controller.signal })) {
				seen.push(id);
				if (seen.length === 100) controller.abort();
			}
		})();
		await Promise.all(
			Array.from({ length: 100 }, async (_, n) => {
				const store = n % 2 === 0 ? one : other;
				// What is undone leaves no gap.
				const undone = store.transaction(async (sql) => {
					const event = {
						at: 1,
						requestId: "r",
						agentId: "a",
						action: "log.append",
						object: "undone",
					} as const;
					await events.insertEvent(sql, event);
					throw new Error("undo");
				});
				await expect(undone).rejects.toThrow("undo");
				await record(store, String(n));
			}),
		);
		await watch;
		expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
	});

	test("that wait too long are told that others write", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		const pool = new pg.Pool({ connectionString: database.url });
		await store.transaction(async () => {
			const waiting = new PostgresWriter(pool).transaction(async () => {}, performance.now());
			await expect(waiting).rejects.toMatchObject({
				code: "unavailable",
				message: expect.stringContaining("busy with other writers"),
				details: { fault: "busy" },
			});
		});
		await pool.end();
	});

	test("that wait for a server which is gone are told all at once", async () => {
		let connections = 0;
		const gone = createServer((socket) => {
			connections++;
			socket.destroy();
		});
		await once(gone.listen(0, "127.0.0.1"), "listening");
		const { port } = gone.address() as AddressInfo;
		const pool = new pg.Pool({ connectionString: `postgresql://cairn@127.0.0.1:${port}/cairn` });
		const writer = new PostgresWriter(pool);
		const answers = await Promise.allSettled(
			Array.from({ length: 9 }, () => writer.transaction(async () => {})),
		);
		expect(answers).toEqual(
			answers.map(() => ({
				status: "rejected",
				reason: expect.objectContaining({ details: { fault: "unreachable" } }),
			})),
		);
		// One try, and another one.
		expect(connections).toBe(2);
		await pool.end();
		gone.close();
	});

	test("that go on after a statement failed are not told that it went well", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		const deaf = store.transaction(async (sql) => {
			await agents.letAppear(sql, { id: "a", at: 1 });
			await sql.run("INSERT INTO agents (id) VALUES ('b')").catch(() => {});
		});
		await expect(deaf).rejects.toThrow(/it was undone/);
		expect(await agents.findAgent(store.read, "a")).toBeUndefined();
	});
});

describe("what can't be opened", () => {
	const of = (url: string, change: Partial<Record<"password" | "pathname" | "port" | "search", string>>) =>
		Object.assign(new URL(url), change).href;

	test.each([
		["with a wrong password", { password: "geheim" }, "refused"],
		["where no such database is", { pathname: "/geheim" }, "refused"],
		["where nothing listens", { port: "1", password: "geheim" }, "unreachable"],
	])("%s is told in a sentence that holds nothing of the address", async (_name, change, fault) => {
		await using database = await makeDatabasePlace();
		const error = await openStore({ url: of(database.url, change) }).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code: "unavailable", details: { fault } });
		expect(inspect(error, { depth: 9 })).not.toContain("geheim");
	});

	test.each([
		["mysql://u:geheim@h/db"],
		["postgresql://u:geheim@h:port/db"],
		["postgresql://u:geheim@h/db?schema=a%22b"],
		["postgresql://u:geheim@h/db?connection_limit=0"],
		["postgresql://u:geheim@h/db?schema=cairn_restored"],
		["postgresql://u:geheim@h/db?schema=cairn_replaced"],
	])("%s is told what an address is", async (url) => {
		const error = await openStore({ url }).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			code: "invalid_input",
			message: expect.stringMatching(/^The address in DATABASE_URL.* must name/),
		});
		expect(inspect(error, { depth: 9 })).not.toContain("geheim");
	});
});

test("stores in two schemas of one database know nothing of each other, for Prisma too", async () => {
	await using database = await makeDatabasePlace();
	const names = ["left", "right"];
	for (const name of names) {
		await using store = await openStore({ url: `${database.url}?schema=${name}&connection_limit=2` });
		await insert(store, name);
		expect(await (await store.prisma()).agent.findMany({ select: { id: true } })).toEqual([{ id: name }]);
	}
	for (const name of names) await database.rows(`DROP SCHEMA "${name}" CASCADE`);
});

test("a store whose network is gone is closed all the same", async () => {
	await using database = await makeDatabase();
	await using proxy = await openCuttingProxy(database.url);
	const store = await openStore({ url: proxy.url });
	await insert(store, "a");
	await (await store.prisma()).agent.count();
	const listening =
		"SELECT 1 FROM pg_stat_activity WHERE state = 'idle' AND query LIKE 'LISTEN %' AND datname = current_database()";
	await vi.waitUntil(async () => (await administer(database.url, listening)).length === 1);
	proxy.freeze();
	await store.close();
});

test("a program that closes its store goes on to its end", async () => {
	await using database = await makeDatabase();
	const args = ["--import", "tsx", join(import.meta.dirname, "closing-process.ts"), database.url];
	const { stdout } = await promisify(execFile)(process.execPath, args);
	expect(stdout).toBe("closed\n");
});

test("closing twice is closing once, and ends what watches", async () => {
	await using database = await makeDatabasePlace();
	const store = await openStore({ url: database.url });
	const watch = (async () => {
		for await (const _event of store.watch({ since: 0, signal: new AbortController().signal }));
	})();
	await Promise.all([store.close(), store.close()]);
	await watch;
});
