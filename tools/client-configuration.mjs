import { inCheckout } from "./checkout.mjs";

/** What to paste into an MCP client, so that its agent reaches the registry at this address. */
export function clientConfiguration(registryUrl) {
	const command = inCheckout("node_modules", ".bin", "cairn");
	const env = { TOOLS_REGISTRY_URL: registryUrl };
	const json = JSON.stringify({ mcpServers: { cairn: { command, args: ["mcp"], env } } }, null, 2);
	const claude = `claude mcp add --env TOOLS_REGISTRY_URL=${registryUrl} --transport stdio cairn -- ${quote(command)} mcp`;
	return { json, claude };
}

function quote(argument) {
	return /^[\w./:@-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
