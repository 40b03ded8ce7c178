import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { CairnError } from "@cairn/kernel";
import { UsageError } from "@cairn/kernel/command-line";
import { printableJson } from "@cairn/kernel/printable";
import { widthOf, wrapWords } from "@cairn/kernel/wrap-words";
import { leftOutOf, type Toolset } from "@cairn/operations";
import { type McpConfig, readMcpConfig } from "../config.ts";
import { createClaims, createLocalStores } from "../services.ts";
import { CLAIMS_USAGE } from "./claims-usage.ts";
import { type ClaimsCommand, parseClaimsCommand } from "./parse-claims-command.ts";
import { SHOW } from "./show-answer.ts";

/** Where a command reads and writes. */
export interface Terminal {
	readonly stdin: NodeJS.ReadableStream;
	readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
	readonly stderr: NodeJS.WritableStream;
}

/**
 * Runs `cairn claims …`.
 * @throws UsageError for a command line that can't be understood, CairnError for what the operation tells.
 */
export async function runClaims(args: readonly string[], terminal: Terminal): Promise<void> {
	const command = parseClaimsCommand(args);
	if (command === "help") {
		return write(terminal.stdout, CLAIMS_USAGE);
	}
	const config = readMcpConfig({ db: command.db, agent: command.agent });
	const stores = createLocalStores();
	const claims = createClaims(config, stores);
	const assumed = assumedFile(config, command);
	const isNew = assumed !== undefined && !existsSync(assumed);
	try {
		const input = { ...command.input, ...(await observedOf(command, terminal)) };
		const answer = await claims.call(command.operation, input, { agent: config.caller });
		await show(answer, command, terminal);
		if (assumed !== undefined && (isNew || (await isEmpty(claims, answer)))) {
			await tellAssumed(terminal, assumed, isNew);
		}
	} catch (error) {
		if (isNew && existsSync(assumed)) await tellAssumed(terminal, assumed, isNew);
		throw inTerminal(error);
	} finally {
		await stores.close();
	}
}

/** The file that is asked because nothing named a server or, on the command line, another file. */
function assumedFile({ claims }: McpConfig, { db }: ClaimsCommand): string | undefined {
	return db === undefined && "file" in claims ? claims.file : undefined;
}

/** Whether a store has no claim at all; asked only where the answer has none. */
async function isEmpty(claims: Toolset, answer: unknown): Promise<boolean> {
	return isEmptyList(answer) && isEmptyList(await claims.call("claims_list", { limit: 1 }));
}

function isEmptyList(answer: unknown): boolean {
	const plain = plainOf(answer);
	return Array.isArray(plain) && plain.length === 0;
}

/** An answer as every door gives it: a page is then the bare list. */
function plainOf(answer: unknown): unknown {
	return JSON.parse(JSON.stringify(answer));
}

/** Whoever forgot to name the server would otherwise take an empty store for it. */
function tellAssumed({ stderr }: Terminal, file: string, isNew: boolean): Promise<void> {
	const told = `cairn: the claims are those of ${file}, ${isNew ? "which is new" : "which has none"}; TOOLS_REGISTRY_URL names a server instead.`;
	return write(stderr, `${wrapWords(told, widthOf(stderr))}\n`);
}

/** An unknown id, told with the commands that a person has for it and not with an agent's tools. */
function inTerminal(error: unknown): unknown {
	if (!(error instanceof CairnError) || error.code !== "not_found") return error;
	const { id } = error.details;
	if (typeof id !== "string") return error;
	const message = `There is no claim "${id}"; cairn claims list and cairn claims search show claims with their ids.`;
	return new CairnError("not_found", message, error.details);
}

async function show(answer: unknown, { operation, json }: ClaimsCommand, terminal: Terminal): Promise<void> {
	const { stdout, stderr } = terminal;
	const leftOut = leftOutOf(answer);
	const more =
		leftOut === undefined ? "" : `${leftOut.remaining ?? "There are"} more: --cursor ${leftOut.nextCursor}\n`;
	const plain = plainOf(answer);
	if (json) {
		await write(stdout, `${printableJson(plain)}\n`);
		await write(stderr, more);
		return;
	}
	const shown = SHOW[operation]?.(plain as never, { width: widthOf(stdout), at: Date.now() }) ?? "";
	await write(stdout, shown + more);
}

/** Settles once the text is on its way, or nobody reads any more: the program may end then. */
function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
	return new Promise((resolve) => {
		stream.once("error", () => resolve());
		stream.write(text, () => resolve());
	});
}

async function observedOf({ observed }: ClaimsCommand, { stdin }: Terminal): Promise<object> {
	if (observed === undefined) return {};
	try {
		return { observed: JSON.parse(observed === "-" ? await text(stdin) : await readFile(observed, "utf8")) };
	} catch (error) {
		if (error instanceof SyntaxError) throw new UsageError("What --observed names is not valid JSON.");
		throw new CairnError("invalid_input", `The file that --observed names can't be read: ${observed}.`);
	}
}
