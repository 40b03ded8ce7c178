import { setImmediate } from "node:timers/promises";
import type { ScratchpadReader } from "@cairn/scratchpad";
import { stream } from "hono/streaming";
import { attachmentHeaders } from "../door/attachment.ts";
import { isWanted, type LogFilter, readLogFilter } from "../log/log-filter.ts";
import { urlPathToPath } from "../path-segments.ts";
import { knownAgent } from "./known-agent.ts";
import type { Room } from "./room.ts";
import { unknownLog } from "./unknown-log.ts";

/** How many entries are read at once, so that an export of any length takes little memory. */
const BATCH = 100;

/**
 * A log as a file: one JSON object a line with `entry_id`, `at` (UTC, ISO 8601) and `entry` as the agent wrote it, oldest
 * first; with a filter, those that it wants. What is written meanwhile is not in it.
 */
export const logExport: Room = (app, services) => {
	app.get("/agents/:agent/log-export/:path{.+}", async (c) => {
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const reader = services.reader();
		const log = await reader.getLog(agentId, path);
		if (log === undefined) throw unknownLog(c, agentId, path);
		const name = path.split("/").findLast((part) => part !== "") ?? "log";
		const headers = attachmentHeaders(`${name}.ndjson`, "application/x-ndjson; charset=utf-8");
		for (const [header, value] of Object.entries(headers)) c.header(header, value);
		return stream(c, async (out) => {
			let left = false;
			out.onAbort(() => {
				left = true;
			});
			const filter = readLogFilter(c.req.query());
			for await (const lines of batches(reader, { agentId, path, last: log.last_entry_id, filter })) {
				if (left) return;
				await out.write(lines);
			}
		});
	});
};

interface Export {
	agentId: string;
	path: string;
	/** The entry that the file ends with. */
	last: number;
	filter: LogFilter | undefined;
}

async function* batches(
	reader: ScratchpadReader,
	{ agentId, path, last, filter }: Export,
): AsyncGenerator<string> {
	for (let after = 0; after < last; ) {
		const { entries } = await reader.readEntries(agentId, path, { after, limit: BATCH });
		const existing = entries.filter(({ entry_id: id }) => id <= last);
		if (existing.length === 0) return;
		yield existing
			.filter((entry) => filter === undefined || isWanted(filter, entry))
			.map(({ entry_id, created_at, entry }) => {
				const line = { entry_id, at: new Date(created_at).toISOString(), entry };
				return `${JSON.stringify(line)}\n`;
			})
			.join("");
		after = existing.at(-1)?.entry_id ?? last;
		await setImmediate();
	}
}
