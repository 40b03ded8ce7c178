/** What a client needs to know to reach this Cairn. */
export interface Connection {
	/** The `cairn` program of this checkout; undefined when whoever started the UI didn't say. */
	command: string | undefined;
	registryUrl: string;
	/** The registry asks for a token. */
	wantsToken: boolean;
	/** What an agent on this machine may be called. */
	agent: string;
}

/** Stands where the path of `cairn` isn't known. */
const COMMAND_PLACE = "/path/to/cairn/node_modules/.bin/cairn";

/** What an MCP client takes as its configuration, and the line that gives Claude Code the same; no secret in either. */
export function clientConfiguration(
	{ command = COMMAND_PLACE, registryUrl, wantsToken, agent }: Connection,
	tokenPlace: string,
): { json: string; claude: string } {
	const args = ["mcp", "--agent", agent];
	const env = { TOOLS_REGISTRY_URL: registryUrl, ...(wantsToken && { TOOLS_REGISTRY_TOKEN: tokenPlace }) };
	const json = JSON.stringify({ mcpServers: { cairn: { command, args, env } } }, undefined, 2);
	const settings = Object.entries(env).map(([name, value]) => `--env ${quote(`${name}=${value}`)}`);
	const program = [command, ...args].map(quote).join(" ");
	return { json, claude: `claude mcp add ${settings.join(" ")} --transport stdio cairn -- ${program}` };
}

/** A name for an agent out of its machine's, as `npm start` gives it. */
export function agentNameOf(hostname: string): string {
	const name = (hostname.split(".")[0] ?? "").toLowerCase().replace(/[^a-z0-9_-]+/g, "-");
	return name.replace(/^-+|-+$/g, "").slice(0, 60) || "laptop";
}

function quote(argument: string): string {
	return /^[\w./:@=-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
