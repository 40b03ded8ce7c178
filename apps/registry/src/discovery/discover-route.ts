import { CairnError } from "@cairn/kernel";
import type { BodyRoom } from "@cairn/kernel/body-room";
import { holdBody } from "@cairn/operations/hold-body";
import { answerError, readJson } from "@cairn/operations/http-door";
import { Hono } from "hono";
import type { Discovery } from "./discover.ts";
import { parseDiscoverInput } from "./discover-input.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * `POST /discover`: what fits a prompt. Reads catalog, claims and routines and changes nothing; a prompt is neither kept nor
 * logged. Errors are problem+json.
 */
export function createDiscoverRoute(discovery: Discovery, room: BodyRoom): Hono {
	const app = new Hono();
	const hold = holdBody({ room, mostBytes: MAX_BODY_BYTES, refuse: answerError, tooLarge });
	app.post("/discover", hold, async (context) => {
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

function tooLarge(): CairnError {
	return new CairnError(
		"too_large",
		`A prompt's request may have at most ${MAX_BODY_BYTES} bytes; this one has more.`,
	);
}
