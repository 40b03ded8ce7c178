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
		lede: "Jeder MCP-Client kann es: Claude Code, Claude Desktop, Cursor, VS Code, Codex und andere, von jedem Rechner Ihres Netzes aus.",
		fresh: "Ein Token für einen Agenten",
		freshText:
			"Jeder Agent kommt mit einem eigenen Token herein. Nennen Sie den Agenten, dann kommen die Konfigurationen unten mit dem Token darin zurück. Auf der Seite des Agenten können Sie es anhalten und widerrufen.",
		make: "Token erzeugen",
		label: "auf der Seite Verbinden erzeugt",
		otherScopes: "Eines erzeugen, das weniger darf oder abläuft",
		clients: "Was Clients brauchen",
		clientsText:
			"Sie brauchen Node.js 20.19 oder neuer und sonst nichts: npx holt den Client von diesem Server, immer in der Version des Servers.",
		names: "Ein Name für jeden Agenten",
		namesText: (agent) =>
			`Der Name hinter --agent, hier ${agent}, gehört dem Agenten: unter ihm liegen seine Dateien und Logs, und an ihm findet er sie wieder. Geben Sie jedem Agenten einen eigenen, und behalten Sie ihn bei. Zwei Agenten, die an denselben Dateien arbeiten sollen, heißen gleich.`,
		here: "Auf dem Server selbst",
		setup: "Setzen Sie dies in die MCP-Konfiguration Ihres Clients.",
		noCommand:
			"npm start gibt sie mit dem fertigen Pfad von cairn aus; hier setzen Sie den Ordner ein, in dem Sie Cairn gestartet haben.",
		configuration: "Konfiguration des Clients",
		orClaude: "Oder, mit Claude Code, führen Sie diese Zeile aus:",
		claudeLine: "Zeile für Claude Code",
		token:
			"Dieser Server verlangt ein Token. Setzen Sie eines ein, wo die Worte dafür stehen: das eines Agenten oder das gemeinsame.",
		tokenPlaces: {
			registry: "das Token, das Sie als TOOLS_REGISTRY_TOKEN gesetzt haben",
			convert: "das Token, das Sie als CONVERT_TOKEN gesetzt haben",
		},
		openServer: "Den Server auf andere Rechner hören lassen",
		openServerText:
			"Das tut er, wenn ein gemeinsames Token gesetzt ist. Halten Sie Cairn auf dem Server an, und starten Sie es im Ordner seines Repositorys mit diesen Zeilen neu: sie erzeugen, was fehlt, und geben es aus; heben Sie es auf. Cairn gibt dann seine Adressen aus. Über http reist ein Token unverschlüsselt: nur in einem Netz, dem Sie trauen, oder hinter einem Proxy mit TLS.",
		openServerLine: "Zeilen für den Server",
		isOpen:
			"Ein gemeinsames Token ist gesetzt, also tut er es; npm start hat seine Adressen ausgegeben. Über http reisen Token unverschlüsselt: nur in einem Netz, dem Sie trauen, oder hinter einem Proxy mit TLS.",
	},
	snippets: {
		tokenPlace: "das Token dieses Agenten",
		claudeCode: { title: "Claude Code", text: "Führen Sie diese Zeile in einem Terminal aus:" },
		claudeDesktop: {
			title: "Claude Desktop",
			text: "Setzen Sie dies in claude_desktop_config.json; Settings, Developer, Edit Config öffnet die Datei:",
		},
		cursor: {
			title: "Cursor",
			text: "Setzen Sie dies in .cursor/mcp.json eines Projekts oder Ihres Benutzerordners:",
		},
		vscode: { title: "VS Code", text: "Setzen Sie dies in .vscode/mcp.json eines Projekts:" },
		stdio: {
			title: "Jeder Client über stdio",
			text: "Das Programm, das er starten muss, als Zeile einer Shell:",
		},
		http: {
			title: "MCP über HTTP",
			text: "Für Clients, die sich mit einem Server verbinden, statt ein Programm zu starten:",
		},
		httpServer:
			"Dieser Server ist ein eigenes Programm. Docker Compose betreibt ihn als Dienst mcp; npm start startet ihn nicht: Führen Sie daneben diese Zeile aus, im Ordner von Cairns Checkout.",
		httpServerLine: "Zeile, die MCP über HTTP startet",
	},
};
