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
		lede: "Any MCP client that starts a program over stdio works: Claude Code, Claude Desktop, Cursor, VS Code, Codex.",
		here: "On this machine",
		setup: "Put this into the MCP configuration of your client.",
		noCommand:
			"npm start prints it with the path of cairn filled in; here, put in the folder in which you started Cairn.",
		configuration: "Client configuration",
		orClaude: "Or, with Claude Code, run this line:",
		claudeLine: "Line for Claude Code",
		token: "This server wants a token. Put yours where the words stand for it: no page shows it.",
		tokenPlaces: {
			registry: "the token that you set as TOOLS_REGISTRY_TOKEN",
			convert: "the token that you set as CONVERT_TOKEN",
		},
		names: "A name for each agent",
		namesText: (agent: string) =>
			`The name after --agent, here ${agent}, is the agent's: its files and logs are kept under it, and it finds them again by it. Give each agent one of its own and keep it. Two agents that are to work on the same files use the same name.`,
		laptop: "From another laptop",
		openServer: "Let the server listen for other machines",
		openServerText:
			"It does so when a token is set. Stop Cairn on the server and start it again with these lines, in the folder of its checkout: they make what is missing and print it; keep it. Cairn then prints its addresses. A token travels unencrypted over http: use it in a network that you trust, or behind a proxy with TLS.",
		openServerLine: "Lines for the server",
		isOpen:
			"A token is set, so it does; npm start printed its addresses. The token travels unencrypted over http: use it in a network that you trust, or behind a proxy with TLS.",
		prepare: "Prepare the laptop",
		prepareText: "Check out Cairn's repository there, and run this once in it:",
		prepareLine: "Line for the laptop",
		sameEntry: "Use the same entry",
		sameEntryText:
			"With the laptop's own path of cairn, the server's address as TOOLS_REGISTRY_URL, the token as TOOLS_REGISTRY_TOKEN, and another name after --agent.",
		ownConvert: (port: string) =>
			`For the scripts that convert documents also TOOLS_CONVERT_URL, which is the server's address with port ${port}, and CONVERT_TOKEN's value as TOOLS_CONVERT_TOKEN.`,
		otherConvert: (url: string) =>
			`For the scripts that convert documents also ${url} as TOOLS_CONVERT_URL, and its token, where it wants one, as TOOLS_CONVERT_TOKEN.`,
	},
};
