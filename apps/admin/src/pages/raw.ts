import { PageError } from "../door/page-error.ts";
import { urlPathToPath } from "../path-segments.ts";
import { knownAgent } from "./known-agent.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

/** The exact bytes of a version, only ever as a download: what an agent wrote never runs in this origin. */
export const rawDownload: Room = (app, services) => {
	app.get("/agents/:agent/raw/:path{.+}", async (c) => {
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const version = integerQuery(c.req.query("version"), { min: 1 });
		const file = await services.reader().getFile(agentId, path, version === undefined ? {} : { version });
		if (file === undefined) throw new PageError("not_found", c.var.view.t.file.unknown(path, version));
		// A path holds letters, digits and /_.- alone, so its last part needs no quoting.
		const name = path.split("/").findLast((part) => part !== "") ?? "file";
		return c.body(file.content, 200, {
			"Content-Type": "text/plain; charset=utf-8",
			"Content-Disposition": `attachment; filename="${name}"`,
			"Content-Security-Policy": "default-src 'none'; sandbox",
		});
	});
};
