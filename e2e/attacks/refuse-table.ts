import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Appliance, type ServerName, startAppliance } from "./appliance.ts";
import type { Answer, Attempt } from "./recorded-exchange.ts";

/** An attack with what has to come of it. */
export interface Attack {
	readonly attempt: (appliance: Appliance) => Attempt;
	readonly status: number;
	/** Whether the audit has to tell of it. */
	readonly audited?: true;
	/** What else has to be true of the answer. */
	readonly answer?: (answer: Answer) => void;
}

/** Attacks by their names. */
export type Attacks = Readonly<Record<string, Attack>>;

/**
 * Tests that a server withstands each attack of a table, with its status and with nothing changed in the store; then what
 * `more` adds; and at last that no secret, place or stack stood in any answer or log line of all of that.
 */
export function describeAttacks(
	server: ServerName,
	attacks: Attacks,
	more: (appliance: () => Appliance) => void = () => undefined,
): void {
	describe(`${server} withstands`, () => {
		let appliance: Appliance;
		beforeAll(async () => {
			appliance = await startAppliance();
		});
		afterAll(() => appliance[Symbol.asyncDispose]());

		test.each(Object.entries(attacks))("%s", async (_name, { attempt, status, audited, answer }) => {
			const before = await appliance.storeDigest();
			const refused = await appliance.refusals();
			const given = await appliance.send(server, attempt(appliance));
			expect(given.status, given.body).toBe(status);
			answer?.(given);
			expect(await appliance.storeDigest()).toBe(before);
			if (audited === true) expect(await appliance.refusals()).toBe(refused + 1);
		});

		more(() => appliance);

		test("all of that without a secret, a place of the machine or a stack in any answer or log line", () => {
			expect(appliance.leaks()).toEqual([]);
		});
	});
}
