import { type CairnError, createId } from "@cairn/kernel";
import {
	type McpServer,
	ProtocolError,
	ProtocolErrorCode,
	type ReadResourceResult,
	ResourceNotFoundError,
	ResourceTemplate,
	type ServerContext,
	type Variables,
} from "@modelcontextprotocol/server";
import { authorizeCall, type CallAccess } from "./authorize.ts";
import { type OnDefect, tellable } from "./defect.ts";
import { leftOutOf } from "./page.ts";
import type { Resource } from "./resource.ts";
import { indexOperations, type Toolset } from "./toolset.ts";

const JSON_TYPE = "application/json";

export interface ResourceOptions {
	readonly toolsets: readonly Toolset[];
	readonly agent?: string | undefined;
	readonly accessOf?: (context: ServerContext) => CallAccess | undefined;
	readonly onDefect: OnDefect;
}

/** Makes the resources of toolsets readable: those with variables as templates, the others by their one address. */
export function registerResources(server: McpServer, options: ResourceOptions): void {
	for (const toolset of options.toolsets) {
		for (const resource of toolset.resources ?? [])
			registerResource(server, { toolset, resource, ...options });
	}
}

interface Registration extends Omit<ResourceOptions, "toolsets"> {
	readonly toolset: Toolset;
	readonly resource: Resource;
}

function registerResource(server: McpServer, registration: Registration): void {
	const { name, uri, title, description } = registration.resource;
	const config = { title, description, mimeType: JSON_TYPE };
	if (!uri.includes("{")) {
		const read = (address: URL, context: ServerContext) =>
			readResource(registration, { uri: address.href, variables: {}, context });
		server.registerResource(name, uri, config, read);
		return;
	}
	const template = new ResourceTemplate(uri, { list: undefined });
	server.registerResource(name, template, config, (address, variables, context) =>
		readResource(registration, { uri: address.href, variables: textsOf(variables), context }),
	);
}

interface Reading {
	readonly uri: string;
	readonly variables: Readonly<Record<string, string>>;
	readonly context: ServerContext;
}

async function readResource(
	registration: Registration,
	{ uri, variables, context }: Reading,
): Promise<ReadResourceResult> {
	const { toolset, resource, onDefect } = registration;
	const requestId = createId("req");
	try {
		const { signal } = context.mcpReq;
		const access = registration.accessOf?.(context);
		const { input, agent } = await authorizeCall(access, {
			toolset: toolset.name,
			operation: indexOperations(toolset.name, toolset.operations)(resource.operation),
			input: resource.input(variables),
			agent: registration.agent,
			requestId,
		});
		const answer = await toolset.call(resource.operation, input, { requestId, agent, signal, access });
		const contents = [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(answer) }];
		return { contents: [...contents, ...restOf(resource, answer, variables)] };
	} catch (error) {
		throw resourceError(uri, tellable(error, { onDefect, requestId, operation: resource.operation }));
	}
}

/** A second content, when the first isn't everything: the address of the rest, and a sentence that says so. */
function restOf(resource: Resource, answer: unknown, variables: Readonly<Record<string, string>>) {
	const leftOut = leftOutOf(answer);
	const uri = leftOut && resource.next?.(leftOut.nextCursor, variables);
	if (leftOut === undefined || uri === undefined) return [];
	const { remaining } = leftOut;
	const what = remaining === undefined ? "There is more" : `${remaining} more`;
	return [{ uri, mimeType: "text/plain", text: `${what}: read ${uri}` }];
}

/** MCP has no result for a resource that can't be read, only protocol errors; the sentence and code go along. */
function resourceError(uri: string, error: CairnError): ProtocolError {
	const { code, message, details } = error;
	if (code === "not_found") return new ResourceNotFoundError(uri, message);
	const protocolCode =
		code === "invalid_input" ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
	return new ProtocolError(protocolCode, message, { code, ...details });
}

/** The template's variables as texts, decoded; a list would come from a template that asks for one, and none does. */
function textsOf(variables: Variables): Record<string, string> {
	return Object.fromEntries(
		Object.entries(variables).map(([name, value]) => [
			name,
			decode(Array.isArray(value) ? value.join() : value),
		]),
	);
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
