import type { backupsEn } from "./backups-en.ts";

export const backupsDe: typeof backupsEn = {
	backups: {
		title: "Sicherungen",
		cairn: "Cairn",
		made: "sicherte und bewies die Sicherung:",
		unproven: "sicherte, doch die Sicherung ließ sich nicht beweisen:",
		restored: "stellten eine Sicherung wieder her:",
	},
};
