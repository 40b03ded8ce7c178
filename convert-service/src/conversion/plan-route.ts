import type { Ability, EngineName } from "../engines/engine-table.ts";
import type { Format } from "../formats.ts";

/** One engine's part of a conversion. */
export interface Step {
	readonly engine: EngineName;
	readonly from: Format;
	readonly to: Format;
}

export type Route = readonly Step[];

/** What a conversion may pass through: what shows a document whole. */
const BETWEEN: readonly Format[] = ["html", "pdf"];

/** A picture has no text, so all that it can become is a page. */
const PICTURES: readonly Format[] = ["png", "jpg", "svg"];
const SHOWN: readonly Format[] = ["pdf", "png"];

const MOST_STEPS = 3;

/**
 * The shortest way from one format to another by what engines can do, in the order of the table where two are as short.
 * Undefined when there is none, or when both are the same.
 */
export function planRoute(from: Format, to: Format, abilities: readonly Ability[]): Route | undefined {
	if (from === to || (PICTURES.includes(from) && !SHOWN.includes(to))) return undefined;
	let routes: Route[] = [[]];
	for (let length = 1; length <= MOST_STEPS; length++) {
		const longer = routes.flatMap((route) => extend(route, from, abilities));
		const found = longer.find((route) => route.at(-1)?.to === to);
		if (found !== undefined) return found;
		routes = longer.filter((route) => BETWEEN.includes(route.at(-1)?.to ?? from));
	}
	return undefined;
}

function extend(route: Route, from: Format, abilities: readonly Ability[]): Route[] {
	const here = route.at(-1)?.to ?? from;
	const seen = [from, ...route.map((step) => step.to)];
	return abilities
		.filter((ability) => ability.from.includes(here))
		.flatMap((ability) =>
			ability.to
				.filter((next) => !seen.includes(next))
				.map((next) => [...route, { engine: ability.engine, from: here, to: next }]),
		);
}

/** What is said of a route in X-Converter, such as `pandoc+chromium`; the making of a page in between is no converter. */
export function converterName(route: Route): string {
	const names = route.flatMap(({ engine, from }) => {
		if (engine !== "markup") return [engine];
		return from === "md" ? ["markdown-it"] : [];
	});
	return names.length === 0 ? "markup" : names.join("+");
}
