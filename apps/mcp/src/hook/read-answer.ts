import { type Fields, list, object, parseObject, text } from "./json.ts";

/** How many tools, playbooks and statements are asked for and told, each. */
export const MAX_HITS = 5;
/** The owner's rules come along always, so there may be more of them. */
const MAX_ROUTINES = 50;

export interface Item {
	readonly name: string;
	readonly summary: string;
}

export interface KnowledgeItem extends Item {
	readonly type: string | undefined;
	/** 0 to 1. */
	readonly confidence: number | undefined;
	readonly ageDays: number | undefined;
	readonly isStale: boolean;
}

/** What a server found for a prompt. */
export interface Answer {
	readonly routines: readonly Item[];
	readonly tools: readonly Item[];
	readonly playbooks: readonly Item[];
	readonly knowledge: readonly KnowledgeItem[];
	readonly keywords: readonly string[];
}

/** Reads an answer of `/discover`, without what it can't use; undefined when nothing was found. */
export function readAnswer(json: string): Answer | undefined {
	const fields = parseObject(json) ?? {};
	const answer = {
		routines: items(fields.routines).slice(0, MAX_ROUTINES),
		tools: items(fields.tools).slice(0, MAX_HITS),
		playbooks: items(fields.playbooks).slice(0, MAX_HITS),
		knowledge: items(fields.knowledge).slice(0, MAX_HITS),
		keywords: list(fields.keywords).flatMap((word) => text(word) ?? []),
	};
	const { routines, tools, playbooks, knowledge } = answer;
	return [routines, tools, playbooks, knowledge].some(({ length }) => length > 0) ? answer : undefined;
}

function items(value: unknown): KnowledgeItem[] {
	return list(value).flatMap((one) => {
		const fields: Fields = object(one) ?? {};
		const name = text(fields.name);
		const summary = text(fields.summary);
		if (name === undefined || summary === undefined) return [];
		return {
			...{ name, summary, type: text(fields.type), isStale: fields.stale === true },
			confidence: number(fields.confidence),
			ageDays: number(fields.age_days),
		};
	});
}

function number(value: unknown): number | undefined {
	return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
