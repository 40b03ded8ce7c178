export const backupsEn = {
	backups: {
		title: "Backups",
		cairn: "Cairn",
		made: "made and proved a backup:",
		unproven: "made a backup that could not be proven:",
		restored: "restored a backup:",
	},
};
