import type { convertEn } from "./convert-en.ts";

const many = (count: number, one: string, more: string) => (count === 1 ? one : more);

/** What is said about converting documents. */
export const convertDe: typeof convertEn = {
	convert: {
		title: "Umwandeln",
		lede: "Aus Dokumenten werden auf dem Server PDF, Text, Markdown, HTML oder Bilder. Agenten tun das mit den Skripten html_to_pdf, md_to_pdf, docx_to_pdf und pdf_to_text; hier sehen Sie, wie es läuft, und probieren es selbst.",
		asking: "Fragt den Konverter alle paar Sekunden",
		notAsking: "Cairn antwortet nicht; neuer Versuch",
		unset: "Kein Konverter ist eingerichtet",
		unsetText:
			"npm start bringt neben der Registry einen mit. Steht Ihrer woanders, starten Sie die Oberfläche mit TOOLS_CONVERT_URL, gesetzt auf seine Adresse, und mit TOOLS_CONVERT_TOKEN, wenn er ein Token verlangt.",
		away: "Der Konverter ist nicht zu erreichen",
		trouble: {
			refused: (url) =>
				`Unter ${url} antwortet niemand. Starten Sie den Konverter, oder setzen Sie TOOLS_CONVERT_URL auf seine Adresse.`,
			slow: (url) =>
				`${url} hat nicht rechtzeitig geantwortet. Sehen Sie in das Protokoll des Konverters; vielleicht muss er neu gestartet werden.`,
			unreachable: (url) => `${url} ist nicht erreichbar. Prüfen Sie TOOLS_CONVERT_URL und das Netz.`,
			status: (url, status) => `${url} antwortet mit ${status}. Sehen Sie in das Protokoll des Konverters.`,
			foreign: (url) =>
				`Was unter ${url} antwortet, ist kein Konverter von Cairn. Setzen Sie TOOLS_CONVERT_URL auf dessen Adresse.`,
			token: (url) =>
				`Der Konverter unter ${url} verlangt ein anderes Token, als hier bekannt ist. Starten Sie die Oberfläche mit TOOLS_CONVERT_TOKEN, gesetzt auf sein CONVERT_TOKEN.`,
		},
		says: "Der Konverter sagt:",
		hints: {
			wrong_format:
				"Wählen Sie unter „Daraus wird“ etwas anderes, oder sehen Sie nach, ob der Dateiname so endet, wie es zur Art passt, etwa auf .md oder .html.",
			empty: "Wählen Sie eine Datei, in der etwas steht.",
			busy: "Senden Sie es in einer Minute noch einmal.",
			not_found: "Der Konverter ist vielleicht älter als diese Seite: Bringen Sie ihn auf deren Stand.",
		},
		noFile: "Wählen Sie zuerst eine Datei.",
		tooLarge: (limit) =>
			`Die Datei ist länger als ${limit}. Senden Sie eine kleinere, oder starten Sie Oberfläche und Konverter mit einem höheren CONVERT_MAX_BODY.`,
		brokenForm: "Das Formular kam nicht ganz an. Wählen Sie die Datei erneut, und senden Sie es noch einmal.",
	},
	tryConvert: {
		title: "Eine Datei probieren",
		file: "Dokument",
		fileHint: (limit) =>
			`Markdown, HTML, Text, docx, odt, rtf, xlsx, pptx, epub, PDF oder ein Bild, bis ${limit}`,
		to: "Daraus wird",
		targets: {
			pdf: "ein PDF",
			md: "Markdown",
			html: "HTML",
			text: "reiner Text",
			png: "ein Bild jeder Seite",
		},
		looks: "Wie Seiten aussehen",
		design: "Gestaltung von Markdown",
		theme: "Farben von HTML",
		themes: { none: "wie es kommt", magic3: "hell, magic3" },
		paper: "Papier",
		anyPaper: "wie im Dokument",
		landscape: "Querformat",
		pages: "Seiten, etwa 1-3,5",
		submit: "Umwandeln",
		converting: "Wird umgewandelt …",
		done: "Fertig: {name} liegt bei Ihren Downloads.",
		warned: "Der Konverter warnt:",
		lost: "Die Datei ließ sich nicht senden. Wählen Sie sie erneut, und sehen Sie, ob Cairn noch läuft.",
	},
	engines: {
		title: "Programme",
		engine: "Programm",
		state: "Zustand",
		version: "Version",
		ready: "Vorgestartet",
		readyText:
			"Vorgestartet sind Prozesse und Seiten, die auf die nächsten Dokumente warten, damit diese nicht auf sie warten.",
		here: "installiert",
		works: "arbeitet",
		fails: "gestört",
		failsText: "Ein kleines Dokument kam nicht durch. Sehen Sie in das Protokoll des Konverters.",
		missing: "fehlt",
		test: "Jetzt alle prüfen",
		tested: "Geprüft",
		does: {
			chromium: "druckt HTML und Markdown",
			libreoffice: "druckt Bürodokumente",
			weasyprint: "druckt, wo Chromium fehlt oder man es verlangt",
			pandoc: "macht aus Dokumenten Markdown, HTML und Text",
			poppler: "liest PDF, als Text oder Bilder",
			markup: "macht aus Markdown, Text und Bildern HTML; Teil des Konverters",
		},
		queue: (running, slots) => `${running} von ${slots} Plätzen arbeiten`,
		waiting: (count, shown) =>
			count === 0 ? "kein Dokument wartet" : `${shown} ${many(count, "Dokument wartet", "Dokumente warten")}`,
		room: (places) => `Platz für ${places} in der Warteschlange`,
		noNetwork: "Die Programme laufen ohne Netz.",
		network: "Die Programme teilen das Netz des Servers; nur ihre eigenen Zäune halten Dokumente davon ab.",
	},
	jobs: {
		title: "Letzte Aufträge",
		none: "Seit dem Start des Konverters kam kein Dokument.",
		kept: "Namen und Inhalte werden nirgends aufbewahrt.",
		when: "Wann",
		outcome: "Ergebnis",
		kind: "Aufruf",
		into: (to) => `zu ${to}`,
		took: "Dauer",
		input: "Hinein",
		output: "Heraus",
		pages: "Seiten",
		converter: "Konverter",
		outcomes: {
			ok: "fertig",
			unchanged: "unverändert seit dem letzten Mal",
			wrong_parameter: "falscher Parameter",
			wrong_format: "ein Format, das er nicht nimmt",
			no_body: "kein Dokument",
			empty: "leer",
			damaged: "beschädigt",
			encrypted: "mit Passwort geschützt",
			too_large: "zu groß",
			too_complex: "zu aufwendig",
			slow_body: "kam zu langsam an",
			engine_failed: "Programm scheiterte",
			engine_missing: "Programm fehlt",
			busy: "ausgelastet",
			timeout: "dauerte zu lange",
			client_gone: "Aufrufer ging",
			internal: "Fehler",
		},
	},
};
