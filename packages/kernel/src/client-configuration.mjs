// Plain JavaScript, its types in comments: tools/start.mjs prints this too, on Node versions that read no TypeScript.

/**
 * What a client needs to know to reach this Cairn.
 * @typedef {object} Connection
 * @property {string | undefined} command The `cairn` program of this checkout; undefined when whoever started the UI
 * didn't say.
 * @property {string} registryUrl
 * @property {boolean} wantsToken The registry asks for a token.
 * @property {{ url: string, wantsToken: boolean } | undefined} [convert] The convert service, where one is set up.
 * @property {string} agent What an agent on this machine may be called.
 * @property {string} [startCommand] The shell's line that starts this Cairn with the options in use; npm start when
 * nobody said.
 */

/**
 * What stands where the owner's own tokens belong. With spaces, so that a client says at once that they are none.
 * @typedef {object} TokenPlaces
 * @property {string} registry
 * @property {string} convert
 */

/** Stands where the path of `cairn` isn't known. */
const COMMAND_PLACE = "/path/to/cairn/node_modules/.bin/cairn";

/**
 * What an MCP client takes as its configuration, and the line that gives Claude Code the same; no secret in either.
 * @param {Connection} connection
 * @param {TokenPlaces} tokenPlaces
 * @returns {{ json: string, claude: string }}
 */
export function clientConfiguration({ command = COMMAND_PLACE, ...connection }, tokenPlaces) {
	const { registryUrl, wantsToken, convert, agent } = connection;
	const args = ["mcp", "--agent", agent];
	const env = {
		TOOLS_REGISTRY_URL: registryUrl,
		...(wantsToken && { TOOLS_REGISTRY_TOKEN: tokenPlaces.registry }),
		...(convert !== undefined && { TOOLS_CONVERT_URL: convert.url }),
		...(convert?.wantsToken && { TOOLS_CONVERT_TOKEN: tokenPlaces.convert }),
	};
	const json = JSON.stringify({ mcpServers: { cairn: { command, args, env } } }, undefined, 2);
	const settings = Object.entries(env).map(([name, value]) => `--env ${shellQuote(`${name}=${value}`)}`);
	const program = [command, ...args].map(shellQuote).join(" ");
	return { json, claude: `claude mcp add ${settings.join(" ")} --transport stdio cairn -- ${program}` };
}

/**
 * A name for an agent out of its machine's: one that is called another name in each session finds an empty memory each
 * time.
 * @param {string} hostname
 * @returns {string}
 */
export function agentNameOf(hostname) {
	const name = (hostname.split(".")[0] ?? "").toLowerCase().replace(/[^a-z0-9_-]+/g, "-");
	return name.replace(/^-+|-+$/g, "").slice(0, 60) || "laptop";
}

/**
 * A word of a POSIX shell's line, quoted where it needs to be.
 * @param {string} argument
 * @returns {string}
 */
export function shellQuote(argument) {
	return /^[\w./:@=-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
