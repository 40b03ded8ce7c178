import { Readable } from "node:stream";
import type { Backup } from "@cairn/store/backup";
import { attachmentHeaders } from "../door/attachment.ts";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import { BackupBody } from "../ui/backup-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** One backup: what is in it, its download, and the form that restores it. */
export const backupPage: Room = (app, services) => {
	app.get("/backups/:name", async (c) => showBackup(c, await knownBackup(c, services), {}));

	app.get("/backups/:name/file", async (c) => {
		const { name } = await knownBackup(c, services);
		const { bytes, stream } = await services.backups.read(name);
		return new Response(Readable.toWeb(Readable.from(stream)) as ReadableStream, {
			headers: {
				...attachmentHeaders(name, name.endsWith(".tar") ? "application/x-tar" : "application/vnd.sqlite3"),
				"Content-Length": String(bytes),
			},
		});
	});

	app.post("/backups/:name/restore", async (c) => {
		const { t, urls } = c.var.view;
		const backup = await knownBackup(c, services);
		const { understood } = await c.req.parseBody();
		if (understood !== "yes") return showBackup(c, backup, { problem: t.backups.notUnderstood, status: 422 });
		services.backupJobs.start({ what: "restore", name: backup.name });
		return c.redirect(urls.backups(), 303);
	});
};

function showBackup(
	c: AdminContext,
	backup: Backup,
	{ problem, status = 200 }: { problem?: string; status?: 200 | 422 },
): Response {
	const { t, urls, format } = c.var.view;
	const title = format.exact(backup.madeAt);
	return renderPage(c, {
		title: `${t.backups.title}, ${title}`,
		status,
		room: "backups",
		trail: [{ label: t.backups.title, href: urls.backups() }, { label: title }],
		body: <BackupBody backup={backup} problem={problem} />,
	});
}

/** @throws CairnError `not_found` for a name that no backup has. */
async function knownBackup(c: AdminContext, services: Services): Promise<Backup> {
	const { t, urls } = c.var.view;
	const backup = (await services.backups.list()).find(({ name }) => name === c.req.param("name"));
	if (backup !== undefined) return backup;
	const see = { href: urls.backups(), label: t.backups.toBackups };
	throw new PageError("not_found", t.backups.unknown, { see });
}
