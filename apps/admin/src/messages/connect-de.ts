import type { connectEn } from "./connect-en.ts";

/** What is said about connecting agents. */
export const connectDe: typeof connectEn = {
	firstSteps: {
		title: "Drei Schritte zum ersten Agenten",
		connect: "Einen Client verbinden",
		more: "Über Namen, und wie man einen anderen Laptop verbindet",
		name: "Dem Agenten sagen, was er ablegen soll",
		nameText: "Seinen Namen hat er aus der Konfiguration. Was er ablegen soll, sagen Sie, zum Beispiel:",
		prompt: "Lege deine Arbeitsnotizen mit write_file ab, und halte mit append_log fest, was du tust.",
		promptLabel: "Worte für den Agenten",
		look: "Wieder hierher sehen",
		lookText:
			"Sobald er seine erste Datei schreibt, zeigt diese Seite den Agenten, die Datei und was sich in ihr ändert.",
	},
	connect: {
		room: "Verbinden",
		title: "Einen Agenten verbinden",
		lede: "Jeder MCP-Client, der ein Programm über stdio startet, kann es: Claude Code, Claude Desktop, Cursor, VS Code, Codex.",
		here: "Auf diesem Rechner",
		setup: "Setzen Sie dies in die MCP-Konfiguration Ihres Clients.",
		noCommand:
			"npm start gibt sie mit dem fertigen Pfad von cairn aus; hier setzen Sie den Ordner ein, in dem Sie Cairn gestartet haben.",
		configuration: "Konfiguration des Clients",
		orClaude: "Oder, mit Claude Code, führen Sie diese Zeile aus:",
		claudeLine: "Zeile für Claude Code",
		token:
			"Dieser Server verlangt ein Token. Setzen Sie Ihres ein, wo die Worte dafür stehen: keine Seite zeigt es.",
		tokenPlaces: {
			registry: "das Token, das Sie als TOOLS_REGISTRY_TOKEN gesetzt haben",
			convert: "das Token, das Sie als CONVERT_TOKEN gesetzt haben",
		},
		names: "Ein Name für jeden Agenten",
		namesText: (agent) =>
			`Der Name hinter --agent, hier ${agent}, gehört dem Agenten: unter ihm liegen seine Dateien und Logs, und an ihm findet er sie wieder. Geben Sie jedem Agenten einen eigenen, und behalten Sie ihn bei. Zwei Agenten, die an denselben Dateien arbeiten sollen, heißen gleich.`,
		laptop: "Von einem anderen Laptop aus",
		openServer: "Den Server auf andere Rechner hören lassen",
		openServerText:
			"Das tut er, wenn ein Token gesetzt ist. Halten Sie Cairn auf dem Server an, und starten Sie es im Ordner seines Repositorys mit diesen Zeilen neu: sie erzeugen, was fehlt, und geben es aus; heben Sie es auf. Cairn gibt dann seine Adressen aus. Über http reist ein Token unverschlüsselt: nur in einem Netz, dem Sie trauen, oder hinter einem Proxy mit TLS.",
		openServerLine: "Zeilen für den Server",
		isOpen:
			"Ein Token ist gesetzt, also tut er es; npm start hat seine Adressen ausgegeben. Über http reist das Token unverschlüsselt: nur in einem Netz, dem Sie trauen, oder hinter einem Proxy mit TLS.",
		prepare: "Den Laptop vorbereiten",
		prepareText: "Holen Sie dort das Repository von Cairn, und führen Sie darin einmal aus:",
		prepareLine: "Zeile für den Laptop",
		sameEntry: "Denselben Eintrag verwenden",
		sameEntryText:
			"Mit dem Pfad von cairn auf dem Laptop, der Adresse des Servers als TOOLS_REGISTRY_URL, dem Token als TOOLS_REGISTRY_TOKEN und einem anderen Namen hinter --agent.",
		ownConvert: (port) =>
			`Für die Skripte, die Dokumente umwandeln, auch mit TOOLS_CONVERT_URL, das ist die Adresse des Servers mit Port ${port}, und dem Wert von CONVERT_TOKEN als TOOLS_CONVERT_TOKEN.`,
		otherConvert: (url) =>
			`Für die Skripte, die Dokumente umwandeln, auch mit ${url} als TOOLS_CONVERT_URL und dessen Token, falls es eines verlangt, als TOOLS_CONVERT_TOKEN.`,
	},
};
