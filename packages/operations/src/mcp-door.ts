import { CairnError, createId, type ErrorCode, pauseAfterLarge } from "@cairn/kernel";
import {
	type CallToolResult,
	type McpServerFactory,
	ProtocolError,
	ProtocolErrorCode,
	type RegisteredTool,
	type ServerContext,
	type StandardSchemaWithJSON,
	type ToolAnnotations,
} from "@modelcontextprotocol/server";
import { authorizeCall, type CallAccess } from "./authorize.ts";
import { type OnDefect, tellable } from "./defect.ts";
import { DirectServer, type ToolAnswer, type ToolContext } from "./direct-server.ts";
import { type JsonSchema, operationSchemas, relaxRequired } from "./json-schema.ts";
import { registerResources } from "./mcp-resources.ts";
import type { OperationFace, Progress } from "./operation.ts";
import { leftOutOf, tellLeftOut } from "./page.ts";
import type { Toolset } from "./toolset.ts";

/**
 * How long a client may keep a tools/list answer, milliseconds. Not at all where tools come and go: not every client
 * listens to the announcement.
 */
const FIXED_LIST_TTL_MS = 60_000;

/** What an argument is when it is left out, or what finds that out with the first call; undefined when there is nothing. */
export type Default = string | (() => Promise<string | undefined>);

export interface McpDoorOptions {
	readonly info: { readonly name: string; readonly version: string };
	readonly instructions: string;
	readonly toolsets: readonly Toolset[];
	/** Arguments that the program fills in when the client leaves them out, such as `agent_id`. */
	readonly defaults?: Readonly<Record<string, Default>>;
	/** How else such an argument gets its value, as a sentence behind the error that it is missing. */
	readonly hints?: Readonly<Record<string, string>>;
	/** The name under which the client goes, for operations that have no argument for it. */
	readonly agent?: string | undefined;
	/** Who a call comes from and what they may, for a door that several callers share; everything, unless told. */
	readonly accessOf?: (context: ToolContext) => CallAccess | undefined;
	/** Whether a tool is listed; all are, unless told. One that isn't can be called none the less, and is refused in words. */
	readonly isListed?: (toolset: Toolset, operation: OperationFace) => boolean;
	readonly onDefect: OnDefect;
}

/**
 * Turns toolsets into MCP tools and resources. The factory that it returns serves both protocol eras (2025 handshake and 2026-07-28),
 * over stdio and HTTP: the SDK's entry points call it once a connection or request. A toolset that changes is followed
 * for as long as the connection lives, and each batch of changes is announced once.
 */
export function createMcpDoor(options: McpDoorOptions): McpServerFactory {
	const changing = options.toolsets.some(({ onChange }) => onChange !== undefined);
	return ({ era }) => {
		const server: DirectServer = new DirectServer({
			info: options.info,
			era,
			run: (name, input, context) => {
				const tool = findTool(name, options);
				return tool && runTool({ tool, input, context, options });
			},
			instructions: options.instructions,
			cacheHints: { "tools/list": { ttlMs: changing ? 0 : FIXED_LIST_TTL_MS, cacheScope: "private" } },
			debouncedNotificationMethods: ["notifications/tools/list_changed"],
		});
		followToolsets(server, options);
		answerCalls(server, options);
		registerResources(server, options);
		return server;
	};
}

function followToolsets(server: DirectServer, options: McpDoorOptions): void {
	let registered = registerTools(server, options);
	const stops = options.toolsets.map((toolset) =>
		toolset.onChange?.(() => {
			// The SDK lists tools in the order of their registration, so a new one between others means all anew.
			for (const tool of registered) tool.remove();
			registered = registerTools(server, options);
		}),
	);
	const onclose = server.server.onclose;
	server.server.onclose = () => {
		for (const stop of stops) stop?.();
		onclose?.();
	};
}

function registerTools(server: DirectServer, options: McpDoorOptions): RegisteredTool[] {
	return options.toolsets
		.flatMap((toolset) => toolset.operations.map((operation) => ({ toolset, operation })))
		.filter(({ toolset, operation }) => operation.tool && (options.isListed?.(toolset, operation) ?? true))
		.sort((a, b) => (a.operation.name < b.operation.name ? -1 : 1))
		.map((tool) => registerTool(server, tool, options));
}

/**
 * Answers tools/call in the SDK's place, which would refuse a tool that isn't registered: one that isn't listed, or that a
 * client which kept its list of tools calls before a toolset has learned of it.
 */
function answerCalls(server: DirectServer, options: McpDoorOptions): void {
	if (options.isListed === undefined && !options.toolsets.some(({ settled }) => settled !== undefined))
		return;
	server.server.setRequestHandler("tools/call", async ({ params }, context) => {
		const { name, arguments: input } = params;
		let why: string | undefined;
		try {
			const tool = findTool(name, options) ?? (await findLater(name, options));
			server.accept(context);
			if (tool !== undefined) return (await runTool({ tool, input, context, options })).result;
			why = await whyNot(name, options);
		} catch (error) {
			const { onDefect } = options;
			return toolError(tellable(error, { onDefect, requestId: createId("req"), operation: name }));
		}
		const notFound = `Tool ${name} not found`;
		throw new ProtocolError(
			ProtocolErrorCode.InvalidParams,
			why === undefined ? notFound : `${notFound}. ${why}`,
		);
	});
}

async function findLater(name: string, options: McpDoorOptions): Promise<Tool | undefined> {
	await Promise.all(options.toolsets.map((toolset) => toolset.settled?.()));
	return findTool(name, options);
}

async function whyNot(name: string, { toolsets }: McpDoorOptions): Promise<string | undefined> {
	const reasons = await Promise.all(toolsets.map((toolset) => toolset.whyNot?.(name)));
	return reasons.find((reason) => reason !== undefined);
}

function findTool(name: string, { toolsets }: McpDoorOptions): Tool | undefined {
	for (const toolset of toolsets) {
		const operation = toolset.operations.find((one) => one.name === name && one.tool);
		if (operation !== undefined) return { toolset, operation };
	}
	return undefined;
}

interface Tool {
	readonly toolset: Toolset;
	readonly operation: OperationFace;
}

function registerTool(
	server: DirectServer,
	{ toolset, operation }: Tool,
	options: McpDoorOptions,
): RegisteredTool {
	const filledIn = Object.keys(applicableDefaults(operation, options.defaults ?? {}));
	const config = {
		title: operation.title,
		description: operation.description,
		inputSchema: listedSchema(() => relaxRequired(operationSchemas(operation).input, filledIn)),
		annotations: annotationsOf(operation),
	};
	const run = async (input: unknown, context: ServerContext) => {
		server.accept(context);
		return (await runTool({ tool: { toolset, operation }, input, context, options })).result;
	};
	if (operation.answer === "text") return server.registerTool(operation.name, config, run);
	const outputSchema = listedSchema(() => operationSchemas(operation).output);
	return server.registerTool(operation.name, { ...config, outputSchema }, run);
}

interface ToolCall {
	readonly tool: Tool;
	/** As the client gave it. */
	readonly input: unknown;
	readonly context: ToolContext;
	readonly options: McpDoorOptions;
}

async function runTool({ tool, input: given, context, options }: ToolCall): Promise<ToolAnswer> {
	const { toolset, operation } = tool;
	const { onDefect } = options;
	const requestId = createId("req");
	const access = options.accessOf?.(context);
	try {
		const { input, agent } = await authorizeCall(access, {
			toolset: toolset.name,
			operation,
			input: await fillIn(asObject(given), applicableDefaults(operation, options.defaults ?? {})),
			agent: options.agent,
			requestId,
		});
		const output = await toolset.call(operation.name, input, {
			requestId,
			agent,
			signal: context.mcpReq.signal,
			progress: progressOf(context),
			access,
		});
		return await toolResult(operation, output);
	} catch (error) {
		const told = tellable(error, { onDefect, requestId, operation: operation.name });
		return { result: toolError(withHint(told, asObject(given), options.hints)) };
	}
}

function withHint(error: CairnError, given: Record<string, unknown>, hints: McpDoorOptions["hints"] = {}) {
	const { argument } = error.details;
	if (error.code !== "invalid_input" || typeof argument !== "string") return error;
	if (!Object.hasOwn(hints, argument) || given[argument] !== undefined) return error;
	return new CairnError(error.code, `${error.message} ${hints[argument]}`, error.details);
}

async function toolResult(operation: OperationFace, output: unknown): Promise<ToolAnswer> {
	const text = JSON.stringify(output);
	await pauseAfterLarge(text);
	const content: CallToolResult["content"] = [{ type: "text", text }];
	const leftOut = leftOutOf(output);
	if (leftOut !== undefined) content.push({ type: "text", text: tellLeftOut(leftOut) });
	if (operation.tellsFailure(output)) return { result: { content, isError: true } };
	if (operation.answer === "text") return { result: { content } };
	const structuredJson = isPlainObject(output) ? text : undefined;
	return { result: { content, structuredContent: asObject(output) }, structuredJson };
}

/** Sends progress to a client that asked for it; one that is gone by then needs none. */
function progressOf({ mcpReq }: ToolContext): Progress {
	const progressToken = mcpReq._meta?.progressToken;
	if (progressToken === undefined) return () => {};
	return (update) => {
		const params = { progressToken, ...update };
		mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
	};
}

/**
 * How MCP tells an error: the sentence for the agent, then code and details as JSON for a program. Every code is a tool
 * error, since protocol errors don't reach the model.
 */
export function toolError(error: CairnError): CallToolResult {
	const detail: { code: ErrorCode } = { code: error.code, ...error.details };
	return {
		isError: true,
		content: [
			{ type: "text", text: error.message },
			{ type: "text", text: JSON.stringify(detail) },
		],
	};
}

function annotationsOf({ access, idempotent, at }: OperationFace): ToolAnnotations {
	return {
		readOnlyHint: access === "read",
		destructiveHint: access === "write" || access === "run",
		idempotentHint: idempotent,
		openWorldHint: access === "run" || at === "client",
	};
}

function applicableDefaults(
	operation: OperationFace,
	defaults: Readonly<Record<string, Default>>,
): Record<string, Default> {
	return Object.fromEntries(Object.entries(defaults).filter(([name]) => name in operation.input.shape));
}

async function fillIn(
	given: Readonly<Record<string, unknown>>,
	defaults: Readonly<Record<string, Default>>,
): Promise<Record<string, unknown>> {
	const missing = Object.entries(defaults).filter(([name]) => given[name] === undefined);
	const found = missing.map(async ([name, value]) => [
		name,
		typeof value === "string" ? value : await value(),
	]);
	return { ...Object.fromEntries(await Promise.all(found)), ...given };
}

/**
 * A schema that the SDK lists but does not check: the toolset parses arguments itself, so that every door reports the
 * same fault in the same words.
 */
function listedSchema(json: () => JsonSchema): StandardSchemaWithJSON {
	return {
		"~standard": {
			version: 1,
			vendor: "cairn",
			validate: (value) => ({ value }),
			jsonSchema: { input: json, output: json },
		},
	};
}

function asObject(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Whether a value's JSON is that of its own fields. */
function isPlainObject(value: unknown): boolean {
	return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
