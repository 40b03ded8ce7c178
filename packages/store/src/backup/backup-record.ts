import * as z from "zod";

/** Why a backup was made: by the clock, by the owner, before a migration, or before another one was restored. */
export const BACKUP_KINDS = ["daily", "manual", "migration", "restore"] as const;

export type BackupKind = (typeof BACKUP_KINDS)[number];

const recordSchema = z.object({
	format: z.literal(1),
	kind: z.enum(BACKUP_KINDS),
	/** Milliseconds since the epoch: the moment whose state the copy holds. */
	madeAt: z.int(),
	/** How long copy and proof took, milliseconds. */
	tookMs: z.int().min(0),
	/** Of Cairn. */
	version: z.string(),
	/** The newest migration of the store that was copied. */
	migration: z.string(),
	/**
	 * `proven`: restored into a scratch place and found whole. `failed`: it was not; its file is gone. `damaged`: its file is
	 * no longer the one that was proven. `unproven`: its file is there, and there was no place to restore it into.
	 */
	state: z.enum(["proven", "failed", "damaged", "unproven"]),
	/** Why it is not proven: a sentence. */
	problem: z.string().optional(),
	/** Of the file; absent where there is none. */
	bytes: z.int().min(0).optional(),
	sha256: z.string().optional(),
	/** Rows of each table at that moment, as the restored copy has them too. */
	rows: z.record(z.string(), z.int().min(0)).default({}),
	/** Whether the key is in it by which laptops know the server. */
	holdsKey: z.boolean().default(false),
});

/** What is known of a backup that this program made; lies beside its file. */
export type BackupRecord = z.infer<typeof recordSchema>;

/** A backup of a folder: the record of one that was made here, or a store's file that somebody put there. */
export interface Backup extends Omit<Partial<BackupRecord>, "state" | "kind"> {
	/** The name of its file in the folder, which also names the backup. */
	readonly name: string;
	/** `unproven` also for a file without a record. */
	readonly state: BackupRecord["state"];
	readonly kind: BackupKind | "found";
	/** When it was made; of a file without a record, when it was last changed. */
	readonly madeAt: number;
}

/** Reads a record's text; undefined when it is torn or of another program. */
export function parseBackupRecord(text: string): BackupRecord | undefined {
	try {
		return recordSchema.parse(JSON.parse(text));
	} catch {
		return undefined;
	}
}

/** The rows of all tables together. */
export function totalRows(rows: BackupRecord["rows"]): number {
	return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
