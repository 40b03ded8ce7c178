import type { backupsEn } from "./backups-en.ts";

export const backupsDe: typeof backupsEn = {
	backups: {
		title: "Sicherungen",
		lede: "Jede Sicherung wird gleich nach dem Anlegen an einem eigenen Ort zur Probe wiederhergestellt: Nur eine, die heil zurückkommt, gilt als bewiesen, und nur eine bewiesene verdrängt eine ältere.",
		cairn: "Cairn",
		made: "legte eine Sicherung an und bewies sie:",
		unproven: "legte eine Sicherung an, die sich nicht beweisen ließ:",
		restored: "stellten eine Sicherung wieder her:",
		make: "Jetzt sichern",
		daily: (kept) =>
			`Cairn sichert täglich um 02:00 Uhr und vor jeder Aktualisierung des Speichers. Von jeder Art bleiben die neuesten, höchstens ${kept}.`,
		missing:
			"Skripte sind nicht in der Sicherung: Sie sind Dateien eines Ordners von Ihnen. Ihre Versionen bewahrt der Speicher aber auf.",
		folder: "Sie liegen im Ordner",
		othersOfFile: (count) =>
			`Auch Sicherungen aus der Zeit, als der Speicher eine SQLite-Datei war, liegen dort: ${count}. Auf dem Server stellt cairn-admin restore DATEI eine wieder her, ohne DATABASE_URL und mit --data ORDNER in einen leeren Ordner. Die neueste ist`,
		othersOfDatabase: (count) =>
			`Auch Sicherungen aus der Zeit, als der Speicher in PostgreSQL war, liegen dort: ${count}. Auf dem Server stellt cairn-admin restore DATEI eine wieder her, wenn DATABASE_URL gesetzt ist. Die neueste ist`,
		none: "Noch keine Sicherung",
		noneText: "Die erste kommt um 02:00 Uhr. Sichern Sie jetzt, um zu sehen, dass es geht.",
		when: "Angelegt",
		why: "Anlass",
		state: "Zustand",
		rows: "Zeilen",
		size: "Größe",
		download: "Herunterladen",
		downloadOf: (name) => `${name} herunterladen`,
		kinds: {
			daily: "täglich",
			manual: "von Hand",
			migration: "vor einer Aktualisierung",
			restore: "vor einer Wiederherstellung",
			found: "dort abgelegt",
		},
		states: {
			proven: "bewiesen",
			failed: "gescheitert",
			damaged: "beschädigt",
			unproven: "nicht bewiesen",
		},
		busy: {
			backup: "Eine Sicherung wird angelegt und bewiesen.",
			daily: "Die Sicherung des Tages wird angelegt und bewiesen.",
			restore: "Eine Sicherung wird wiederhergestellt.",
		},
		done: {
			backup: "Die Sicherung ist angelegt und bewiesen.",
			daily: "Die Sicherung des Tages ist angelegt und bewiesen.",
			restore:
				"Die Sicherung ist wiederhergestellt. Was vorher da war, ist die neueste, die vor einer Wiederherstellung angelegt wurde.",
		},
		keyReplaced:
			"Der Schlüssel des Servers ist wieder der aus der Sicherung: Starten Sie Cairn neu, damit die Laptops ihn sehen.",
		failedJob: {
			backup: "Es wurde nichts gesichert.",
			daily: "Die Sicherung des Tages wurde nicht angelegt.",
			restore: "Es wurde nichts wiederhergestellt; der Speicher ist, wie er war.",
		},
		facts: "Was darin ist",
		took: "Kopie und Beweis dauerten",
		version: "Angelegt von",
		migration: "Stand des Speichers",
		key: "Schlüssel des Servers",
		keyIn: "darin: Verwahren Sie die Datei so sicher wie den Server",
		keyOut: "nicht darin",
		drill: "Probe der Wiederherstellung",
		drillText: (tables, rows) =>
			`An einem eigenen Ort wiederhergestellt: Jede Seite war heil, und alle ${tables} Tabellen hatten die Zeilen des Speichers, zusammen ${rows}.`,
		drillTextOfDatabase: (tables, rows) =>
			`In einer eigenen Datenbank wiederhergestellt: Jeder Verweis stimmte, und alle ${tables} Tabellen hatten die Zeilen des Speichers, zusammen ${rows}.`,
		table: "Tabelle",
		restore: "Wiederherstellen",
		restoreText:
			"Sie wird noch einmal geprüft und neben dem Speicher auf den neuesten Stand gebracht. Dann wird ein Rückkehrpunkt angelegt und bewiesen und der Speicher in einem Schritt ersetzt. Laufende Server arbeiten weiter. Scheitert etwas, bleibt der Speicher, wie er ist.",
		restoreLoss:
			"Alles, was seit dieser Sicherung geschrieben wurde, ist danach nur noch im Rückkehrpunkt. Auch Token und Sitzungen sind, wie sie waren: Widerrufen Sie erneut, was Sie seither widerrufen haben.",
		understood: "Ich weiß, dass danach fehlt, was seither geschrieben wurde",
		notUnderstood:
			"Bestätigen Sie, dass Sie wissen, was eine Wiederherstellung bewirkt, und senden Sie noch einmal.",
		restoreIt: "Diese Sicherung wiederherstellen",
		cantRestore: "Von ihr gibt es keine Datei, also lässt sie sich nicht wiederherstellen.",
		unknown: "Diese Sicherung gibt es nicht oder nicht mehr.",
		toBackups: "Zu den Sicherungen",
		home: {
			name: "Sicherung",
			proven: "die letzte ist bewiesen:",
			old: "die letzte bewiesene ist alt:",
			noneYet: "noch keine",
			first: "die erste kommt um 02:00",
			noneProven: "keine ist bewiesen",
			failed: "die letzte scheiterte:",
			unproven: "die letzte ließ sich nicht beweisen:",
			see: "zu den Sicherungen",
		},
	},
};
