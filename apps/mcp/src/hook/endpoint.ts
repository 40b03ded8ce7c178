import { dirname, join } from "node:path";
import type { HookEnvironment } from "./config.ts";
import { type Fields, object, parseObject, text } from "./json.ts";

/** Where a prompt is sent, and the Authorization header that goes along. */
export interface Endpoint {
	readonly url: URL;
	readonly authorization: string | undefined;
}

export interface EndpointSources {
	readonly environment: HookEnvironment;
	readonly home: string;
	readonly cwd: string;
	/** A file's text; undefined when it can't be read. */
	readonly readFile: (path: string) => string | undefined;
}

/**
 * Finds the server to ask. First an ai-rem server: AI_REM_DISCOVER_URL, AI_REM_ENDPOINT, or `mcpServers["ai-rem"]` of
 * ~/.claude.json, whose Authorization header goes along with any of them. Else a Cairn server: TOOLS_REGISTRY_URL with its
 * token, or those two in the entry of a Cairn client in ~/.claude.json, for this folder's project or for all.
 */
export function findEndpoint({ environment, home, cwd, readFile }: EndpointSources): Endpoint | undefined {
	const clients = parseObject(readFile(join(home, ".claude.json"))) ?? {};
	const address =
		aiRemEndpoint(clients, environment) ??
		registryEndpoint(environment) ??
		clientSettings(clients, { cwd, environment })
			.map(registryEndpoint)
			.find((found) => found !== undefined);
	if (address === undefined || !URL.canParse(address.url)) return undefined;
	const url = new URL(address.url);
	if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
	return { url, authorization: headerValue(address.authorization) };
}

interface Address {
	readonly url: string;
	readonly authorization: string | undefined;
}

function aiRemEndpoint(clients: Fields, environment: HookEnvironment): Address | undefined {
	const entry = object(object(clients.mcpServers)?.["ai-rem"]);
	const expand = (value: unknown) => expandVariables(text(value), environment);
	const base = text(environment.AI_REM_ENDPOINT) ?? expand(entry?.url);
	const url = text(environment.AI_REM_DISCOVER_URL) ?? (base && beside(base.trim().replace(/\/mcp\/*$/, "")));
	const headers = Object.entries(object(entry?.headers) ?? {});
	const header = headers.find(([name]) => name.toLowerCase() === "authorization");
	return url === undefined ? undefined : { url: url.trim(), authorization: expand(header?.[1]) };
}

function registryEndpoint(settings: Fields): Address | undefined {
	const url = text(settings.TOOLS_REGISTRY_URL)?.trim();
	const token = text(settings.TOOLS_REGISTRY_TOKEN)?.trim();
	if (url === undefined) return undefined;
	return { url: beside(url), authorization: token && `Bearer ${token}` };
}

const beside = (base: string) => `${base.replace(/\/+$/, "")}/discover`;

/** The settings with which Claude Code starts its servers: those of this folder's project first, one called cairn first. */
function clientSettings(
	clients: Fields,
	{ cwd, environment }: Pick<EndpointSources, "cwd" | "environment">,
): Fields[] {
	const projects = object(clients.projects) ?? {};
	const scopes = [...foldersUp(cwd).map((folder) => object(projects[folder])), clients];
	return scopes.flatMap((scope) => {
		const { cairn, ...others } = object(scope?.mcpServers) ?? {};
		return [cairn, ...Object.values(others)].map((server) => {
			const settings = Object.entries(object(object(server)?.env) ?? {});
			return Object.fromEntries(
				settings.map(([name, value]) => [name, expandVariables(text(value), environment)]),
			);
		});
	});
}

/** A folder and all that it is in. */
function foldersUp(folder: string): string[] {
	const above = dirname(folder);
	return above === folder ? [folder] : [folder, ...foldersUp(above)];
}

/** Fills in ${NAME} and ${NAME:-default}, as Claude Code does in the settings of its servers. */
function expandVariables(value: string | undefined, environment: HookEnvironment): string | undefined {
	return value?.replace(
		/\$\{(\w+)(?::-([^}]*))?\}/g,
		(whole, name: string, fallback?: string) => environment[name] ?? fallback ?? whole,
	);
}

/** What can't go into a header is left out: the server then says what it thinks of that. */
function headerValue(value: string | undefined): string | undefined {
	return value !== undefined && /^[\x20-\x7e]+$/.test(value) ? value : undefined;
}
