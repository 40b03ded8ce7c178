import { conversionError } from "../conversion-error.ts";
import { type Ability, abilities } from "../engines/engine-table.ts";
import { type Format, formats } from "../formats.ts";
import type { Engines } from "../supervisor/engines.ts";
import { type Warning, warning } from "../warning.ts";
import type { ConversionOptions } from "./conversion-options.ts";
import { converterName, planRoute, type Route } from "./plan-route.ts";

export interface ChosenRoute {
	readonly from: Format;
	readonly route: Route;
	/** For X-Converter. */
	readonly converter: string;
	readonly warnings: readonly Warning[];
}

interface Wish {
	readonly from: Format;
	readonly to: Format;
	readonly options: ConversionOptions;
}

/**
 * The best way that the engines of this machine offer. When the best of all is missing here, the result says so.
 * @throws CairnError when no engine does this, or the one that does is missing.
 */
export function chooseRoute(
	{ from, to, options }: Wish,
	engines: Pick<Engines, "usable" | "get">,
): ChosenRoute {
	const suits = ({ engine }: Ability) => {
		if (engine !== "chromium" && engine !== "weasyprint") return true;
		return options.engine === undefined || options.engine === engine;
	};
	const best = planRoute(from, to, abilities.filter(suits));
	if (best === undefined) throw impossible(from, to);
	const route = planRoute(from, to, engines.usable().filter(suits));
	if (route === undefined) throw missing(best, engines);
	return { from, route, converter: converterName(route), warnings: secondBest(best, route) };
}

function secondBest(best: Route, route: Route): Warning[] {
	const absent = best.filter(({ engine }) => !route.some((step) => step.engine === engine));
	if (absent.length === 0) return [];
	const names = absent.map(({ engine }) => engine).join(" and ");
	return [
		warning(
			"stand_in",
			`${names} is missing on the server; ${converterName(route)} stood in, and layout fidelity is reduced`,
			`${names} → ${converterName(route)}`,
		),
	];
}

function impossible(from: Format, to: Format) {
	return conversionError(
		"wrong_format",
		`The body is ${formats[from].label}, which can't become ${to}.`,
		"GET /formats lists what can become what.",
	);
}

function missing(best: Route, engines: Pick<Engines, "get">) {
	const reasons = best
		.map(({ engine }) => engines.get(engine).state().missing)
		.filter((why) => why !== undefined);
	return conversionError("engine_missing", `The server can't do this: ${reasons.join(" ")}`);
}
