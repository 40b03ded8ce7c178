import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";

/** PostgreSQL's type `"char"`, of its catalogs, which the adapter doesn't know, and `bpchar`, which it does. */
const CHAR_OID = 18;
const BPCHAR_OID = 1042;

/** How the catalog of constraints names NOT NULL. */
const NOT_NULL = "n";

/**
 * Prisma's PostgreSQL adapter as the schema engine needs it: it reads the catalogs, runs whole scripts, and has its shadow
 * database on the server of the url (the adapter's own shadow is the database of the url itself).
 */
export function postgresqlAdapters(url) {
	const factory = new PrismaPg({ connectionString: url });
	return {
		provider: factory.provider,
		adapterName: factory.adapterName,
		connect: async () => patch(await factory.connect()),
		connectToShadowDb: () => connectToShadow(url),
	};
}

function patch(adapter) {
	const pool = adapter.underlyingDriver();
	const query = pool.query.bind(pool);
	pool.query = async (...given) => {
		const result = await query(...given);
		for (const field of result?.fields ?? []) {
			if (field.dataTypeID === CHAR_OID) field.dataTypeID = BPCHAR_OID;
		}
		return withoutNotNull(result);
	};
	// The adapter would take the script apart at each semicolon, also at those within a function.
	adapter.executeScript = async (script) => void (await query(script));
	return adapter;
}

/**
 * From version 18 on the catalog lists NOT NULL among the constraints, on which the engine breaks; it knows of it by the column.
 */
function withoutNotNull(result) {
	const place = result?.fields?.findIndex(({ name }) => name === "constraint_type") ?? -1;
	if (place !== -1) result.rows = result.rows.filter((row) => row[place] !== NOT_NULL);
	return result;
}

async function connectToShadow(url) {
	const name = `cairn_shadow_${randomUUID().replaceAll("-", "")}`;
	await administer(url, `CREATE DATABASE ${name} TEMPLATE template0`);
	const shadow = Object.assign(new URL(url), { pathname: `/${name}` });
	const adapter = patch(await new PrismaPg({ connectionString: shadow.href }).connect());
	const dispose = adapter.dispose.bind(adapter);
	adapter.dispose = async () => {
		await dispose();
		await administer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
	};
	return adapter;
}

async function administer(url, sql) {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(sql);
	} finally {
		await client.end();
	}
}
