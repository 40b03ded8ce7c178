import type { Backup } from "@cairn/store/backup";
import { expect, test } from "vitest";
import { backupNews } from "./last-backup.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 30, 12);
const backup = (hoursAgo: number, state: Backup["state"], kind: Backup["kind"] = "daily"): Backup => ({
	name: `${hoursAgo}`,
	madeAt: NOW - hoursAgo * HOUR,
	state,
	kind,
});

test.each([
	["none", [], { proven: undefined, failed: undefined, isOld: false }],
	["a fresh one", [backup(1, "proven")], { proven: "1", failed: undefined, isOld: false }],
	["an old one", [backup(27, "proven")], { proven: "27", failed: undefined, isOld: true }],
	[
		"one that failed since",
		[backup(1, "failed"), backup(25, "proven")],
		{ proven: "25", failed: "1", isOld: false },
	],
	[
		"one that failed before",
		[backup(1, "proven"), backup(2, "failed")],
		{ proven: "1", failed: undefined, isOld: false },
	],
	[
		"one that found no place to be proven in",
		[backup(1, "unproven"), backup(25, "proven")],
		{ proven: "25", failed: "1", isOld: false },
	],
	[
		"a file of somebody's",
		[backup(1, "unproven", "found")],
		{ proven: undefined, failed: undefined, isOld: false },
	],
])("with %s", (_what, backups, { proven, failed, isOld }) => {
	const news = backupNews(backups, NOW);
	expect({ proven: news.proven?.name, failed: news.failed?.name, isOld: news.isOld }).toEqual({
		proven,
		failed,
		isOld,
	});
});
