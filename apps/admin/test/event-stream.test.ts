import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { openAdmin } from "./open-admin.ts";

/** What a turn of the event loop looked at by a weak reference is held until that turn ends. */
async function collectGarbage(): Promise<void> {
	setFlagsFromString("--expose-gc");
	for (let turn = 0; turn < 3; turn++) {
		await setImmediate();
		runInNewContext("gc")();
	}
}

test.each(["its browser leaves", "its session ends"])(
	"nothing is left of a live stream when %s",
	async (how) => {
		await using admin = await openAdmin();
		const { stopping } = admin.services;
		const listeners = () => getEventListeners(stopping, "abort").length;
		// The first stream begins what all of them hang on.
		await (await admin.get("/changes")).body?.cancel();
		await vi.waitFor(() => expect(listeners()).toBe(1));
		const streams = await Promise.all(Array.from({ length: 5 }, () => admin.get("/changes")));
		expect(listeners()).toBe(6);
		await collectGarbage();
		const ends = streams.map(({ body }) =>
			how === "its browser leaves" ? body?.cancel() : body?.pipeTo(new WritableStream()),
		);
		if (how === "its session ends") {
			const owner = admin.services.owner();
			for (const { id } of await owner.sessions()) await owner.endSession(id);
		}
		await Promise.all(ends);
		await vi.waitFor(() => expect(listeners()).toBe(1));
	},
);
