export const backupsEn = {
	backups: {
		title: "Backups",
		lede: "Every backup is restored into a scratch place right after it was made: only one that came back whole is proven, and only a proven one pushes out an older one.",
		cairn: "Cairn",
		made: "made and proved a backup:",
		unproven: "made a backup that could not be proven:",
		restored: "restored a backup:",
		make: "Make a backup now",
		daily: (kept: string) =>
			`Cairn makes one each day at 02:00, and one before it updates the store. Of each kind the newest stay, at most ${kept}.`,
		missing:
			"Scripts are not in a backup: they are files of a folder of yours. The store keeps their versions, though.",
		folder: "They are in the folder",
		othersOfFile: (count: string) =>
			`Backups of a time when the store was an SQLite file are there too: ${count}. On the server, cairn-admin restore FILE brings one back without DATABASE_URL, with --data DIR into an empty folder. The newest is`,
		othersOfDatabase: (count: string) =>
			`Backups of a time when the store was in PostgreSQL are there too: ${count}. On the server, cairn-admin restore FILE brings one back with DATABASE_URL set. The newest is`,
		none: "No backup yet",
		noneText: "The first one comes at 02:00. Make one now to see that it works.",
		when: "Made",
		why: "Why",
		state: "State",
		rows: "Rows",
		size: "Size",
		download: "Download",
		downloadOf: (name: string) => `Download ${name}`,
		kinds: {
			daily: "daily",
			manual: "by hand",
			migration: "before an update",
			restore: "before a restore",
			found: "put there",
		},
		states: { proven: "proven", failed: "failed", damaged: "damaged", unproven: "not proven" },
		busy: {
			backup: "A backup is being made and proved.",
			daily: "The backup of the day is being made and proved.",
			restore: "A backup is being restored.",
		},
		done: {
			backup: "The backup was made and proved.",
			daily: "The backup of the day was made and proved.",
			restore:
				"The backup was restored. What was there before is the newest one that was made before a restore.",
		},
		keyReplaced: "The server's key is the one of the backup again: restart Cairn, so that laptops see it.",
		failedJob: {
			backup: "No backup was made.",
			daily: "The backup of the day was not made.",
			restore: "Nothing was restored; the store is as it was.",
		},
		facts: "What is in it",
		took: "Copy and proof took",
		version: "Made by",
		migration: "State of the store",
		key: "Server's key",
		keyIn: "in it: keep the file as safe as the server",
		keyOut: "not in it",
		drill: "Restore drill",
		drillText: (tables: string, rows: string) =>
			`Restored into a scratch place: every page was sound, and all ${tables} tables had the rows of the store, ${rows} in all.`,
		drillTextOfDatabase: (tables: string, rows: string) =>
			`Restored into a scratch database: every reference held, and all ${tables} tables had the rows of the store, ${rows} in all.`,
		table: "Table",
		restore: "Restore",
		restoreText:
			"It is checked once more and brought up to date beside the store. Then a restore point is made and proved, and the store replaced in one step. Servers that run go on. When anything fails, the store stays as it is.",
		restoreLoss:
			"Everything that was written since this backup is then in the restore point only. Tokens and sessions are as they were, too: revoke again what you revoked since.",
		understood: "I know that what was written since is no longer there afterwards",
		notUnderstood: "Tick that you know what a restore does, then send it again.",
		restoreIt: "Restore this backup",
		cantRestore: "There is no file of it, so it can't be restored.",
		unknown: "There is no such backup, or no longer.",
		toBackups: "See the backups",
		home: {
			name: "Backup",
			proven: "the last one is proven:",
			old: "the last proven one is old:",
			noneYet: "none yet",
			first: "the first comes at 02:00",
			noneProven: "none is proven",
			failed: "the last one failed:",
			unproven: "the last one could not be proven:",
			see: "see the backups",
		},
	},
};
