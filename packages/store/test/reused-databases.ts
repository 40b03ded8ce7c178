import pg from "pg";

/** Empties a store without making it anew: rows go, whatever refuses that, and numbers begin again. */
const EMPTY = `DO $$
DECLARE each RECORD;
BEGIN
	SET LOCAL session_replication_role = replica;
	FOR each IN SELECT tablename AS name, pg_relation_size(tablename::regclass) AS bytes FROM pg_tables
		WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'event_ids') LOOP
		IF each.bytes > 1000000 THEN EXECUTE format('TRUNCATE %I CASCADE', each.name);
		ELSIF each.bytes > 0 THEN EXECUTE format('DELETE FROM %I', each.name); END IF;
	END LOOP;
	FOR each IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL LOOP
		PERFORM setval(each.name::regclass, 1, FALSE);
	END LOOP;
	UPDATE event_ids SET newest_id = 0;
END $$`;

/** What tells that somebody changed more than rows. */
const SHAPE = `SELECT concat_ws(' ', (SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_trigger),
	(SELECT count(*) FROM pg_constraint), (SELECT count(*) FROM pg_attribute), (SELECT count(*) FROM pg_proc)) AS shape`;

/** A database that a test has for itself until it gives it back. */
export interface ReusedDatabase extends AsyncDisposable {
	readonly url: string;
}

/**
 * Takes a database of a server that no test uses now, as a new store leaves it: making one takes far longer than emptying
 * one. Which are in use, locks of the server say, that end with the process that holds them.
 */
export async function takeDatabase(
	server: string,
	makeStore: (url: string) => Promise<void>,
): Promise<ReusedDatabase> {
	const client = new pg.Client({ connectionString: server });
	await client.connect();
	const name = `store_${await lockFree(client)}`;
	const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
	const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
	if (rowCount === 0 || !(await empty(url))) {
		await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
		await client.query(`CREATE DATABASE ${name}`);
		await makeStore(url);
		await keepShape(url);
	}
	return { url, [Symbol.asyncDispose]: () => client.end() };
}

async function lockFree(client: pg.Client): Promise<number> {
	for (let number = 1; ; number++) {
		const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [number]);
		if (rows[0].taken) return number;
	}
}

/** The shape of a store is kept as the comment on its schema, where no test looks. */
function keepShape(url: string): Promise<unknown> {
	return inDatabase(url, async (client) => {
		const { rows } = await client.query(SHAPE);
		await client.query(`COMMENT ON SCHEMA public IS '${rows[0].shape}'`);
	});
}

/** False when the database isn't a store as Cairn makes one any more. */
function empty(url: string): Promise<boolean> {
	return inDatabase(url, async (client) => {
		await client.query(
			"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
		);
		const kept = await client.query("SELECT obj_description('public'::regnamespace) AS shape");
		const now = await client.query(SHAPE);
		if (kept.rows[0].shape !== now.rows[0].shape) return false;
		await client.query(EMPTY);
		return true;
	});
}

async function inDatabase<Result>(
	url: string,
	work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}
