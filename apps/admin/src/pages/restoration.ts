import { CairnError } from "@cairn/kernel";
import { ownerAccess } from "../access/owner-access.ts";
import { PageError } from "../door/page-error.ts";
import { urlPathToPath } from "../path-segments.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { knownAgent } from "./known-agent.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

/**
 * Makes an older version of a file its newest one again: as a new version, by the operation that agents write with, so that
 * it counts against the same quotas and agents are told what changed.
 */
export const restorationOfVersion: Room = (app, services) => {
	app.post("/agents/:agent/restoration/:path{.+}", async (c) => {
		const { t, urls } = c.var.view;
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const form = await c.req.parseBody();
		const version = numberOf(form.version);
		const file = await services.reader().getFile(agentId, path, version === undefined ? {} : { version });
		if (file === undefined || version === undefined) {
			const see = { href: urls.file(agentId, path), label: t.errors.toFile };
			throw new PageError("not_found", t.file.unknown(path, version), { see });
		}
		if (file.digest === (await services.reader().getFile(agentId, path))?.digest)
			return c.redirect(urls.file(agentId, path, { restored: file.current_version }), 303);
		await write(c, services, {
			agent_id: agentId,
			path,
			content: file.content,
			// What the owner had before them; 0 would ask that there be no file, and a form without it is refused.
			expected_version: numberOf(form.current) ?? 0,
		});
		return c.redirect(urls.file(agentId, path, { restored: version }), 303);
	});
};

interface Restored {
	agent_id: string;
	path: string;
	content: string;
	expected_version: number;
}

async function write(c: AdminContext, services: Services, input: Restored): Promise<void> {
	const { t, urls } = c.var.view;
	const options = { requestId: c.var.requestId, signal: c.req.raw.signal, access: ownerAccess(c) };
	try {
		await services.scratchpadTools.call("write_file", { ...input }, options);
	} catch (error) {
		if (!(error instanceof CairnError) || error.code !== "version_conflict") throw error;
		const see = { href: urls.file(input.agent_id, input.path), label: t.errors.toFile };
		throw new PageError("version_conflict", t.restoration.conflict, { see });
	}
}

function numberOf(value: unknown): number | undefined {
	return typeof value === "string" ? integerQuery(value, { min: 1 }) : undefined;
}
