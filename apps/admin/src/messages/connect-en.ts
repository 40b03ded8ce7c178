/** What is said about connecting agents. */
export const connectEn = {
	firstSteps: {
		title: "Three steps to a first agent",
		connect: "Connect a client",
		more: "About names, and connecting another laptop",
		name: "Tell the agent to use it",
		nameText: "Its name comes from the configuration. What it should keep, you say, for example:",
		prompt: "Keep your working notes with write_file, and log what you do with append_log.",
		promptLabel: "Words for the agent",
		look: "Look here again",
		lookText:
			"As soon as it writes its first file, this page shows the agent, the file and what changes in it.",
	},
	connect: {
		room: "Connect",
		title: "Connect an agent",
		lede: "Any MCP client works: Claude Code, Claude Desktop, Cursor, VS Code, Codex and others, from any machine of your network.",
		fresh: "A token for an agent",
		freshText:
			"Each agent comes in by a token of its own. Name the agent, and the configurations below come back with the token filled in. You can pause and revoke it on the agent's page.",
		make: "Make a token",
		label: "made on the page Connect",
		otherScopes: "Make one that may do less, or that expires",
		clients: "What clients take",
		clientsText:
			"They need Node.js 20.19 or newer and nothing else: npx fetches the client from this server, always at the server's version.",
		names: "A name for each agent",
		namesText: (agent: string) =>
			`The name after --agent, here ${agent}, is the agent's: its files and logs are kept under it, and it finds them again by it. Give each agent one of its own and keep it. Two agents that are to work on the same files use the same name.`,
		here: "On the server itself",
		setup: "Put this into the MCP configuration of your client.",
		noCommand:
			"npm start prints it with the path of cairn filled in; here, put in the folder in which you started Cairn.",
		configuration: "Client configuration",
		orClaude: "Or, with Claude Code, run this line:",
		claudeLine: "Line for Claude Code",
		token: "This server wants a token. Put one where the words stand for it: an agent's, or the shared one.",
		tokenPlaces: {
			registry: "the token that you set as TOOLS_REGISTRY_TOKEN",
			convert: "the token that you set as CONVERT_TOKEN",
		},
		openServer: "Let the server listen for other machines",
		openServerText:
			"It does so when a shared token is set. Stop Cairn on the server and start it again with these lines, in the folder of its checkout: they make what is missing and print it; keep it. Cairn then prints its addresses. A token travels unencrypted over http: use it in a network that you trust, or behind a proxy with TLS.",
		openServerLine: "Lines for the server",
		isOpen:
			"A shared token is set, so it does; npm start printed its addresses. Tokens travel unencrypted over http: use them in a network that you trust, or behind a proxy with TLS.",
	},
	snippets: {
		tokenPlace: "the token of this agent",
		claudeCode: { title: "Claude Code", text: "Run this line in a terminal:" },
		claudeDesktop: {
			title: "Claude Desktop",
			text: "Put this into claude_desktop_config.json, which Settings, Developer, Edit Config opens:",
		},
		cursor: { title: "Cursor", text: "Put this into .cursor/mcp.json of a project, or of your home folder:" },
		vscode: { title: "VS Code", text: "Put this into .vscode/mcp.json of a project:" },
		stdio: { title: "Any client over stdio", text: "The program that it has to start, as a shell's line:" },
		http: {
			title: "MCP over HTTP",
			text: "For clients that connect to a server instead of starting a program:",
		},
		httpServer:
			"That server is a program of its own. Docker compose runs it as the service mcp; npm start does not: run this line beside it, in the folder of Cairn's checkout.",
		httpServerLine: "Line that starts MCP over HTTP",
	},
};
