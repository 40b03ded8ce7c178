/** What is said about what happened in every part, and about taking a file back to an older version. */
export const timelineEn = {
	timeline: {
		title: "Timeline",
		lede: "What happened in every part, newest first. What follows each other and belongs together is one line.",
		toAudit: "Every single entry is in the audit.",
		kind: "Part",
		anyKind: "all",
		kinds: {
			files: "Files",
			logs: "Logs",
			claims: "Claims",
			scripts: "Scripts and laptops",
			routines: "Routines",
			backups: "Backups",
			agents: "Agents and tokens",
			access: "Access",
		},
		none: "Nothing has happened yet",
		noneText: "What agents and you do appears here as it happens.",
		toConnect: "Connect an agent",
		noMatch: "Nothing that happened fits this filter",
		clear: "Show everything",
	},
	restoration: {
		restore: (version: number) => `Restore version ${version} as the newest`,
		done: (from: number, version: number) => `Version ${from} was restored: it is version ${version} now.`,
		same: "The newest version already has this content. Nothing was changed.",
		conflict:
			"The file was changed in the meantime, so nothing was restored. Look at its newest version first.",
	},
};
