import { events } from "@cairn/store";
import { expect, test } from "vitest";
import { actionsOf, KINDS, readTimelineQuery, timelineFilter } from "./timeline-query.ts";

test("every action belongs to one part, and no part is empty", () => {
	const all = KINDS.map(actionsOf);
	expect(all.flat().sort()).toEqual([...events.EVENT_ACTIONS].sort());
	expect(all.filter((actions) => actions.length === 0)).toEqual([]);
});

test.each([
	[{ kind: "nonsense", since: "2026-02-31", until: "x", agent: " " }, {}],
	[
		{ kind: "backups", agent: " bot " },
		{ kind: "backups", agent: "bot" },
	],
	[
		{ since: "2026-02-28", until: "2026-03-01" },
		{ since: "2026-02-28", until: "2026-03-01" },
	],
])("of the address %j it takes %j", (query, taken) => {
	expect(readTimelineQuery(query)).toEqual({
		agent: undefined,
		kind: undefined,
		since: undefined,
		until: undefined,
		...taken,
	});
});

test("the last day counts as a whole", () => {
	const { since, until } = timelineFilter({ since: "2026-11-30", until: "2026-11-30" });
	expect([since, until]).toEqual([Date.UTC(2026, 10, 30), Date.UTC(2026, 11, 1)]);
});
