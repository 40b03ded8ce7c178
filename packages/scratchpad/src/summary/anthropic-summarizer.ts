import type Anthropic from "@anthropic-ai/sdk";
import { CairnError } from "@cairn/kernel";
import { boundedFetch } from "./bounded-fetch.ts";
import { modelFailure } from "./model-failure.ts";
import { shareSummaries } from "./shared-summarizer.ts";
import type { FileToSummarize, Summarizer } from "./summarizer.ts";
import { summaryPrompt } from "./summary-prompt.ts";

const MAX_OUTPUT_TOKENS = 1_024;
/** Far above what so many tokens can be; a store takes 65,536 bytes. */
const MAX_SUMMARY_CHARACTERS = 16_000;
/** Of an answer as it is sent, with all that stands around the summary. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

export const DEFAULT_SUMMARY_MODEL = "claude-haiku-4-5";

export interface AnthropicSummarizerOptions {
	/** The caller's own key: never sent anywhere but to the model's API, never logged, never part of an error. */
	readonly apiKey: string | undefined;
	readonly model: string;
	/** Another address of the Messages API. */
	readonly baseUrl?: string | undefined;
	readonly timeoutMs?: number;
}

/**
 * A summarizer over Anthropic's Messages API; its SDK is loaded at the first summary, and it does the retries. What is
 * asked for twice at a time is asked of the model once.
 */
export function createAnthropicSummarizer(options: AnthropicSummarizerOptions): Summarizer {
	const { apiKey, model } = options;
	let client: Promise<Anthropic> | undefined;
	return shareSummaries({
		async summarize(file) {
			if (apiKey === undefined) throw keyMissing();
			client ??= loadClient(apiKey, options);
			const message = await askModel(await client, { model, file });
			return { summary: summaryOf(message), model };
		},
	});
}

async function loadClient(apiKey: string, { baseUrl, timeoutMs = TIMEOUT_MS }: AnthropicSummarizerOptions) {
	const { Anthropic } = await import("@anthropic-ai/sdk");
	return new Anthropic({
		apiKey,
		authToken: null,
		baseURL: baseUrl ?? null,
		timeout: timeoutMs,
		fetch: boundedFetch(MAX_ANSWER_BYTES),
		logLevel: "off",
	});
}

async function askModel(
	anthropic: Anthropic,
	{ model, file }: { model: string; file: FileToSummarize },
): Promise<unknown> {
	const { system, user } = summaryPrompt(file);
	try {
		return await anthropic.messages.create(
			{ model, max_tokens: MAX_OUTPUT_TOKENS, system, messages: [{ role: "user", content: user }] },
			{ signal: file.signal },
		);
	} catch (error) {
		throw await modelFailure(error, model);
	}
}

/** The text of an answer, which is checked, since what stands behind an address may be anything. */
function summaryOf(message: unknown): string {
	const content =
		typeof message === "object" && message !== null && "content" in message ? message.content : undefined;
	const blocks: unknown[] = Array.isArray(content) ? content : [];
	const text = blocks.map(textOf).join("").toWellFormed().trim().slice(0, MAX_SUMMARY_CHARACTERS);
	if (text !== "") return wasCut(message) ? `${text} …` : text;
	throw new CairnError("upstream_failed", "The model gave no summary. Try again, or use read_file.");
}

/** Whether the model came to the end of its tokens before the end of its summary. */
function wasCut(message: unknown): boolean {
	return (
		typeof message === "object" &&
		message !== null &&
		"stop_reason" in message &&
		message.stop_reason === "max_tokens"
	);
}

function textOf(block: unknown): string {
	if (typeof block !== "object" || block === null || !("type" in block) || block.type !== "text") return "";
	return "text" in block && typeof block.text === "string" ? block.text : "";
}

function keyMissing(): CairnError {
	return new CairnError(
		"unavailable",
		"summarize_file asks a model with your own key: set ANTHROPIC_API_KEY where cairn mcp runs. All other tools work without it.",
	);
}
