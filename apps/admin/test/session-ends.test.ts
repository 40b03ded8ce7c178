import { createId } from "@cairn/kernel";
import { expect, test } from "vitest";
import { SessionEnds } from "../src/access/session-ends.ts";
import { openAdmin } from "./open-admin.ts";

test("streams are followed although the store couldn't be read when the first one came", async () => {
	await using admin = await openAdmin();
	const { services } = admin;
	const store = services.store();
	const left = new AbortController();
	const { signal } = left;
	const ends = new SessionEnds({ store, owner: services.owner(), clock: services.clock, signal });
	const rename = (from: string, to: string) =>
		store.transaction((sql) => sql.run(`ALTER TABLE ${from} RENAME TO ${to}`));
	const told: string[] = [];
	const listen = (id: string) => ends.whenEnded(id, () => told.push(id), signal);

	await rename("events", "elsewhere");
	await expect(listen(createId("ses"))).rejects.toThrow();
	await rename("elsewhere", "events");

	const gone = createId("ses");
	await listen(gone);
	expect(told).toEqual([gone]);
	left.abort();
});
