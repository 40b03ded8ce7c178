import { expect, test } from "vitest";
import { openAdmin } from "./open-admin.ts";

test("a log is exported whole as lines of JSON, oldest first, only ever as a download", async () => {
	await using admin = await openAdmin();
	const written = Array.from({ length: 230 }, (_, index) =>
		index === 7 ? "two\nlines" : `entry ${index + 1}`,
	);
	for (const entry of written) await admin.agent("append_log", { agent_id: "bot", path: "logs/run", entry });
	expect(await (await admin.get("/agents/bot/logs/logs/run")).text()).toContain(
		'href="/agents/bot/log-export/logs/run"',
	);
	const answer = await admin.get("/agents/bot/log-export/logs/run");
	expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="run\.ndjson"/);
	expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
	const lines = (await answer.text()).trimEnd().split("\n");
	const entries = lines.map((line) => JSON.parse(line));
	expect(entries.map(({ entry }) => entry)).toEqual(written);
	expect(entries.map(({ entry_id }) => entry_id)).toEqual(written.map((_, index) => index + 1));
	expect(new Date(entries[0].at).toISOString()).toBe(entries[0].at);
	expect((await admin.get("/agents/bot/log-export/missing")).status).toBe(404);
});
