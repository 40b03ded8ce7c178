import type { Sql } from "../sql.ts";

/** There is one owner. */
const OWNER_ID = 1;

export interface OwnerRow {
	/** A PHC string; null while nobody has claimed the server. */
	readonly password_hash: string | null;
	readonly password_set_at: number | null;
	/** SHA-256 of the claim code that is open, hexadecimal. */
	readonly claim_hash: string | null;
}

/** The owner; nobody yet, when the store is new. */
export async function findOwner(sql: Sql): Promise<OwnerRow> {
	const row = await sql.get<OwnerRow>(
		"SELECT password_hash, password_set_at, claim_hash FROM owner WHERE id = ?",
		OWNER_ID,
	);
	return row ?? { password_hash: null, password_set_at: null, claim_hash: null };
}

/** Makes a claim code the open one, of a server that has no password from then on. */
export async function setOwnerClaim(sql: Sql, claimHash: string): Promise<void> {
	await sql.run(
		`INSERT INTO owner (id, claim_hash) VALUES (?, ?)
		 ON CONFLICT (id) DO UPDATE SET claim_hash = excluded.claim_hash, password_hash = NULL, password_set_at = NULL`,
		OWNER_ID,
		claimHash,
	);
}

/** Sets the owner's password; no claim code is open from then on. */
export async function setOwnerPassword(
	sql: Sql,
	{ passwordHash, at }: { passwordHash: string; at: number },
): Promise<void> {
	await sql.run(
		`INSERT INTO owner (id, password_hash, password_set_at) VALUES (?, ?, ?)
		 ON CONFLICT (id) DO UPDATE SET claim_hash = NULL, password_hash = excluded.password_hash,
		 password_set_at = excluded.password_set_at`,
		OWNER_ID,
		passwordHash,
		at,
	);
}
