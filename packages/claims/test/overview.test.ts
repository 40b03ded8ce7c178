import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClaimsOverview, type ClaimView, createClaimsOverview, type FindClaims } from "../src/index.ts";
import { aClaim, type OpenClaims, openClaims } from "./open-claims.ts";

const DAY = 86_400_000;
/** More than are ever sorted: so that dense filters walk and rare ones sort. */
const COUNT = 2_400;

describe("the owner's lists", () => {
	let claims: OpenClaims;
	let overview: ClaimsOverview;
	/** All claims, in the order in which they were changed last. */
	let changed: ClaimView[];
	beforeAll(async () => {
		claims = await openClaims();
		overview = createClaimsOverview(claims.store);
		const ids: string[] = [];
		for (let index = 0; index < COUNT; index++) {
			const { id } = await claims.call<{ id: string }>(
				"claim_add",
				aClaim({
					entity: `Entität ${index % 50}`,
					claim: `no. ${index} ${index % 3 === 0 ? "ÄPFEL" : "pears"}`,
					kind: ["fact", "status", "relationship"][index % 3],
					volatility: ["stable", "slow", "volatile"][index % 7 === 0 ? 0 : 1 + (index % 2)],
					confidence: index % 11 === 0 ? 0.03 : 0.8,
				}),
			);
			ids.push(id);
			if (index % 100 === 0) claims.clock.advance(DAY);
		}
		for (const id of ids.filter((_, index) => index % 400 === 5)) await claims.call("claim_retract", { id });
		for (const id of ids.filter((_, index) => index % 300 === 7)) await claims.call("claim_confirm", { id });
		const moved = (step: number, from: number) => ids.filter((_, index) => index % step === from);
		const last = [...moved(400, 5), ...moved(300, 7)];
		const order = [...ids.filter((id) => !last.includes(id)), ...last];
		const all = new Map((await walk({ order: "entity" })).map((claim) => [claim.id, claim]));
		changed = order.flatMap((id) => all.get(id) ?? []).reverse();
	});
	afterAll(() => claims[Symbol.asyncDispose]());

	async function walk(list: Partial<FindClaims> & Pick<FindClaims, "order">): Promise<ClaimView[]> {
		const found: ClaimView[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await overview.find({ at: claims.clock.now(), limit: 97, cursor, ...list });
			found.push(...page.items);
			cursor = page.leftOut?.nextCursor;
			if (cursor === undefined) return found;
		}
	}

	const byDate = (a: ClaimView, b: ClaimView) => (a.staleAt ?? Infinity) - (b.staleAt ?? Infinity);

	test("begin with every claim once", () => {
		expect(changed).toHaveLength(COUNT);
	});

	const filters: [string, Partial<FindClaims>, (claim: ClaimView) => boolean][] = [
		["all", {}, () => true],
		["most", { state: "active" }, ({ state }) => state === "active"],
		["few", { state: "retired" }, ({ state }) => state === "retired"],
		["a kind", { kind: "status" }, ({ kind }) => kind === "status"],
		["a volatility", { volatility: "stable" }, ({ volatility }) => volatility === "stable"],
		["an entity", { entity: "Entität 7" }, ({ entity }) => entity === "Entität 7"],
		["what most hold", { query: "NO." }, () => true],
		["what some hold", { query: "äpfel" }, ({ claim }) => claim.includes("ÄPFEL")],
		["what one holds", { query: "no. 1234 " }, ({ claim }) => claim.includes("no. 1234 ")],
		["what none holds", { query: "plums" }, () => false],
		["stale", { isStale: true }, ({ state, staleness }) => state === "active" && staleness >= 0.5],
		[
			"a mixture",
			{ query: "pears", kind: "status", volatility: "volatile", state: "active" },
			({ claim, kind, volatility, state }) =>
				claim.includes("pears") && kind === "status" && volatility === "volatile" && state === "active",
		],
	];

	test.each(filters)(
		"give %s in each order as a plain look at all of them does",
		async (_what, filter, fits) => {
			const fitting = changed.filter(fits).map(({ id }) => id);
			expect((await walk({ order: "changed", ...filter })).map(({ id }) => id)).toEqual(fitting);
			expect((await walk({ order: "entity", ...filter })).map(({ id }) => id).sort()).toEqual(fitting.sort());
			const active = changed.filter((claim) => fits(claim) && claim.state === "active");
			const dated = await walk({ order: "stale", ...filter });
			expect(dated).toHaveLength(active.length);
			expect(dated.map(({ staleAt }) => staleAt)).toEqual(active.sort(byDate).map(({ staleAt }) => staleAt));
		},
	);

	test("cut by what fits go on where they were cut", async () => {
		const whole = await walk({ order: "stale" });
		const cut = await walk({ order: "stale", limit: 200, afford: (found) => Math.ceil(found.length / 3) });
		expect(cut.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
	});

	test("count what goes stale within a stretch of time, and give the first of it", async () => {
		const dates = changed.filter(({ state }) => state === "active").flatMap(({ staleAt }) => staleAt ?? []);
		const from = claims.clock.now();
		const until = from + 5 * DAY;
		const { total, first } = await overview.goingStale({ from, until, limit: 3 });
		const within = dates.filter((at) => at >= from && at < until).sort((a, b) => a - b);
		expect(total).toBe(within.length);
		expect(total).toBeGreaterThan(3);
		expect(first.map(({ staleAt }) => staleAt)).toEqual(within.slice(0, 3));
	});

	test("count claims by state and kind, and the stale ones", async () => {
		const { byKind, stale } = await overview.totals(claims.clock.now());
		expect(byKind.reduce((sum, { total }) => sum + total, 0)).toBe(COUNT);
		expect(stale).toBe(
			changed.filter(({ state, staleness }) => state === "active" && staleness >= 0.5).length,
		);
	});
});
