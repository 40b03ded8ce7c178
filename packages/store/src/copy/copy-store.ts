import { CairnError } from "@cairn/kernel";
import type { StorePlace } from "../open-store.ts";
import { tellablePostgresError } from "../postgres-error.ts";
import { BACK_WITHIN_MS } from "../postgres-listener.ts";
import { ADDRESS_SETTING } from "../postgres-url.ts";
import type { Sql } from "../sql.ts";
import { tellableStoreError } from "../store-error.ts";
import { indexClaim } from "../tables/claim-search.ts";
import { type CopiedTable, listCopiedTables } from "./copied-tables.ts";
import type { CopySource, CopyTarget } from "./copy-ends.ts";
import { readTable, TableDigest } from "./read-table.ts";

export interface CopyStore {
	readonly from: StorePlace;
	/** A file that isn't there, or an empty database. */
	readonly to: StorePlace;
	/** Where the backups of a store on PostgreSQL are, which are held off meanwhile. */
	readonly backupFolder: string;
	/** How long programs that lost their connection to PostgreSQL are waited for, milliseconds; as long as they need, unless told. */
	readonly backWithinMs?: number;
}

/** How many rows each table holds. */
export type CopiedRows = Readonly<Record<string, number>>;

/**
 * Copies a whole store, as it is at one moment, into an empty place of the same or the other kind of database, and compares
 * the two table by table before the copy stands. Programs that use the store must be stopped; it stays as it is. When
 * anything fails, the place is as empty as it was.
 * @throws CairnError `unavailable`, with what to do, when the store is in use or of an older version, the place isn't empty,
 * or one of the two can't be reached or written; `not_found` when there is no store.
 */
export async function copyStore({ from, to, ...waiting }: CopyStore): Promise<CopiedRows> {
	await using source = await openSource(from, waiting);
	await using target = await openTarget(to, source);
	try {
		const rows = await fill(target, source);
		await source.refuseInUse();
		await target.finish();
		return rows;
	} catch (error) {
		throw tellablePostgresError(tellableStoreError(error));
	}
}

async function openSource(
	place: StorePlace,
	{ backupFolder: folder, backWithinMs = BACK_WITHIN_MS }: Omit<CopyStore, "from" | "to">,
): Promise<CopySource> {
	if ("file" in place) return (await import("./sqlite-source.ts")).openSqliteSource(place.file);
	const { openPostgresSource } = await import("./postgres-source.ts");
	return openPostgresSource({ databaseUrl: place.url, folder, backWithinMs });
}

async function openTarget(place: StorePlace, source: CopySource): Promise<CopyTarget> {
	if ("file" in place) return (await import("./sqlite-target.ts")).openSqliteTarget(place.file);
	const { openPostgresTarget } = await import("./postgres-target.ts");
	return openPostgresTarget(place.url, source).catch((error: unknown) => {
		throw aboutTarget(error);
	});
}

/** What can't be used of an address names the setting that holds it, which for the place to copy into is one of its own. */
function aboutTarget(error: unknown): unknown {
	if (!(error instanceof CairnError)) return error;
	const message = error.message.replaceAll(ADDRESS_SETTING, "COPY_TO_DATABASE_URL (or --to)");
	return new CairnError(error.code, message, error.details);
}

async function fill(target: CopyTarget, source: CopySource): Promise<CopiedRows> {
	const rows: Record<string, number> = {};
	for (const table of await listCopiedTables(target.sql)) {
		const read = new TableDigest(table);
		for await (const page of readTable(source.sql, table)) {
			read.add(page);
			await target.insert(table, page);
		}
		await compare(target.sql, table, read);
		rows[table.name] = read.rows;
	}
	await target.setLastNumbers(await source.lastNumbers());
	await indexClaims(target.sql);
	return rows;
}

/** Reads what was put in back, since only that tells that it is the same. */
async function compare(sql: Sql, table: CopiedTable, read: TableDigest): Promise<void> {
	const stored = new TableDigest(table);
	for await (const page of readTable(sql, table)) stored.add(page);
	if (stored.rows === read.rows && stored.end() === read.end()) return;
	throw new CairnError(
		"unavailable",
		`The copy of the table ${table.name} differs from the store: ${stored.rows} rows of ${read.rows} came, or some came changed. Nothing was copied; check the store with cairn-admin verify, and its disk.`,
	);
}

const CLAIMS: CopiedTable = {
	name: "claims",
	columns: ["seq", "entity_folded", "claim_folded"],
	key: ["seq"],
	references: [],
	holdsContents: false,
};

/** What claims are searched by is kept by each database in its own way. */
async function indexClaims(sql: Sql): Promise<void> {
	for await (const page of readTable(sql, CLAIMS))
		for (const { seq, entity_folded, claim_folded } of page)
			await indexClaim(sql, { seq: Number(seq), texts: [String(entity_folded), String(claim_folded)] });
}
