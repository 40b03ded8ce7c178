import { converterName, planRoute } from "../conversion/plan-route.ts";
import { type Format, formats, isFormat } from "../formats.ts";
import type { Engines } from "../supervisor/engines.ts";

const TARGETS = ["pdf", "md", "html", "text", "png"] as const;

/** All that can become something here and now, and by which engines. */
export function listFormats(engines: Engines) {
	const usable = engines.usable();
	const pairs = Object.keys(formats)
		.filter(isFormat)
		.flatMap((from) =>
			TARGETS.flatMap((to) => {
				const route = planRoute(from, to, usable);
				return route === undefined ? [] : [{ from, to, converter: converterName(route) }];
			}),
		);
	return { pairs, media_types: mediaTypes() };
}

function mediaTypes(): Record<Format, string> {
	return Object.fromEntries(
		Object.entries(formats).map(([name, { mediaType }]) => [name, mediaType]),
	) as Record<Format, string>;
}
