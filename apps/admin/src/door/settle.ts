import { CairnError, createId } from "@cairn/kernel";
import type { Logger } from "@cairn/kernel/logger";
import type { Messages } from "../messages/messages.ts";
import type { Sentence } from "../ui/sentence-text.tsx";
import { PageError } from "./page-error.ts";

/** What became of one part of a page: its value, or the sentence that stands in its place. */
export type Settled<T> = { ok: true; value: T } | { ok: false; message: Sentence };

export interface Telling {
	logger: Logger;
	t: Messages;
}

/** Loads one part of a page so that its failure leaves the others standing. */
export async function settle<T>(telling: Telling, load: () => T | Promise<T>): Promise<Settled<T>> {
	try {
		return { ok: true, value: await load() };
	} catch (error) {
		return { ok: false, message: tellableMessage(telling, error) };
	}
}

/** The sentence for a person: an error's own if it was made for one, else the id under which the log tells more. */
export function tellableMessage({ logger, t }: Telling, error: unknown): Sentence {
	if (error instanceof PageError) return error.message;
	if (error instanceof CairnError) return { english: error.message };
	const id = createId("err");
	logger.error({ err: error, id }, "a page failed");
	return t.errors.defect(id);
}
