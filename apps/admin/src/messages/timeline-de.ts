import type { timelineEn } from "./timeline-en.ts";

/** What is said about what happened in every part, and about taking a file back to an older version. */
export const timelineDe: typeof timelineEn = {
	timeline: {
		title: "Verlauf",
		lede: "Was in allen Teilen geschah, Neuestes zuerst. Was aufeinander folgt und zusammengehört, ist eine Zeile.",
		toAudit: "Jeder einzelne Eintrag steht in der Prüfspur.",
		kind: "Teil",
		anyKind: "alle",
		kinds: {
			files: "Dateien",
			logs: "Logs",
			claims: "Behauptungen",
			scripts: "Skripte und Laptops",
			routines: "Routinen",
			backups: "Sicherungen",
			agents: "Agenten und Token",
			access: "Zugang",
		},
		none: "Noch ist nichts geschehen",
		noneText: "Was Agenten und Sie tun, erscheint hier, sobald es geschieht.",
		toConnect: "Einen Agenten verbinden",
		noMatch: "Nichts, was geschah, passt zu diesem Filter",
		clear: "Alles zeigen",
	},
	restoration: {
		restore: (version) => `Version ${version} als neueste wiederherstellen`,
		done: (from, version) => `Version ${from} ist wiederhergestellt: Sie ist jetzt Version ${version}.`,
		same: "Die neueste Version hat bereits diesen Inhalt. Nichts wurde geändert.",
		conflict:
			"Die Datei wurde inzwischen geändert; nichts wurde wiederhergestellt. Sehen Sie zuerst ihre neueste Version an.",
	},
};
