import { audit, type Store } from "@cairn/store";
import { stream } from "hono/streaming";
import {
	EXPORT_FORMATS,
	EXPORT_TYPES,
	type ExportFormat,
	exportHead,
	exportLine,
} from "../audit/audit-export.ts";
import { auditFilter, readAuditQuery } from "../audit/audit-query.ts";
import { attachmentHeaders } from "../door/attachment.ts";
import type { Room } from "./room.ts";

/** How many events are read at once, so that an export of any length takes little memory. */
const BATCH = 500;

/** The audit as a file, oldest first, with the filter of the page. What comes in meanwhile is not in it. */
export const auditExport: Room = (app, services) => {
	for (const format of EXPORT_FORMATS) {
		app.get(`/audit/export.${format}`, async (c) => {
			const store = services.store();
			const filter = auditFilter(readAuditQuery(c.req.query()));
			const day = new Date(services.clock.now()).toISOString().slice(0, 10);
			for (const [name, value] of Object.entries(
				attachmentHeaders(`cairn-audit-${day}.${format}`, EXPORT_TYPES[format]),
			)) {
				c.header(name, value);
			}
			return stream(c, async (out) => {
				let left = false;
				out.onAbort(() => {
					left = true;
				});
				await out.write(exportHead(format));
				for await (const lines of exportBatches(store, { filter, format })) {
					if (left) return;
					await out.write(lines);
				}
			});
		});
	}
};

interface Export {
	filter: audit.AuditFilter;
	format: ExportFormat;
}

async function* exportBatches(store: Store, { filter, format }: Export): AsyncGenerator<string> {
	const [newest] = await audit.listAudit(store.read, { ...filter, limit: 1 });
	let after = 0;
	while (newest !== undefined && after < newest.id) {
		const batch = await audit.listAudit(store.read, { ...filter, after, limit: BATCH });
		const wanted = batch.filter(({ id }) => id <= newest.id);
		if (wanted.length === 0) return;
		yield wanted.map((event) => exportLine(format, event)).join("");
		after = wanted.at(-1)?.id ?? newest.id;
	}
}
