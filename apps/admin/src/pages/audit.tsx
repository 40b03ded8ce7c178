import { audit, type EventsVerification, verifyEvents } from "@cairn/store";
import { auditFilter, readAuditQuery } from "../audit/audit-query.ts";
import type { Services } from "../services.ts";
import { AuditBody } from "../ui/audit-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

const PAGE = 40;

/** Who did what, when and from where, with the button that computes the chains of hashes anew. */
export const auditPage: Room = (app, services) => {
	app.get("/audit", (c) => answerAudit(c, services, undefined));

	app.post("/audit/verification", async (c) => {
		const { signal } = c.req.raw;
		return answerAudit(c, services, await verifyEvents(services.store(), { signal }));
	});
};

async function answerAudit(
	c: AdminContext,
	services: Services,
	verdict: EventsVerification | undefined,
): Promise<Response> {
	const { t } = c.var.view;
	const query = readAuditQuery(c.req.query());
	const before = integerQuery(c.req.query("before"));
	const found = await audit.listAudit(services.store().read, {
		...auditFilter(query),
		before,
		limit: PAGE + 1,
	});
	const shown = found.slice(0, PAGE);
	const last = found.length > PAGE ? shown.at(-1)?.id : undefined;
	return renderPage(c, {
		title: t.audit.title,
		room: "audit",
		body: (
			<AuditBody query={query} events={shown} first={before === undefined} next={last} verdict={verdict} />
		),
	});
}
