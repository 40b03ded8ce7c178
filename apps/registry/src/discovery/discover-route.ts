import { CairnError } from "@cairn/kernel";
import { answerError } from "@cairn/operations/http-door";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Discovery } from "./discover.ts";
import { parseDiscoverInput } from "./discover-input.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * `POST /discover`: what fits a prompt. Reads catalog, claims and routines and changes nothing; a prompt is neither kept nor
 * logged. Errors are problem+json.
 */
export function createDiscoverRoute(discovery: Discovery): Hono {
	const app = new Hono();
	const onError = (context: Context) => answerError(context, tooLarge());
	app.post("/discover", bodyLimit({ maxSize: MAX_BODY_BYTES, onError }), async (context) => {
		if (!isJson(context.req.header("content-type"))) {
			const sentence = "Send the prompt as JSON, with content-type: application/json.";
			return answerError(context, new CairnError("invalid_input", sentence), { status: 415 });
		}
		const input = parseDiscoverInput(await readJson(context));
		context.header("cache-control", "no-store");
		return context.json(await discovery.discover(input));
	});
	app.all("/discover", (context) => {
		context.header("allow", "POST");
		return answerError(context, new CairnError("invalid_input", "A prompt is sent by POST."), {
			status: 405,
		});
	});
	return app;
}

function isJson(type: string | undefined): boolean {
	return type?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

async function readJson(context: Context): Promise<unknown> {
	const text = await context.req.text();
	try {
		return JSON.parse(text);
	} catch {
		throw new CairnError("invalid_input", "The body is not valid JSON in UTF-8.");
	}
}

function tooLarge(): CairnError {
	return new CairnError(
		"too_large",
		`A prompt's request may have ${MAX_BODY_BYTES} bytes; this one has more.`,
	);
}
