import type { Sql } from "../src/index.ts";

/** The migration by which agents are listed and versions have a writer. */
export const APPEARED_AGENTS = "20261201031000_appeared_agents";

const agent = (id: string) =>
	`INSERT INTO agents (id, created_at, last_seen_at, files) VALUES ('${id}', 3, 9, ${id === "writes" ? 1 : 0})`;
const event = (agentId: string, action: string, object: string, more = "NULL, ''") =>
	`INSERT INTO events (at, request_id, agent_id, action, object, version, actor) VALUES (5, 'r', '${agentId}', '${action}', '${object}', ${more})`;

/**
 * What a household's store held before that migration.
 * @param blob a content, as the database writes one
 */
export const olderHousehold = (blob: string): readonly string[] => [
	...["writes", "read only", "wrote", "token", "gone"].map(agent),
	`INSERT INTO files (id, agent_id, path, current_version, bytes, digest, versions, retained_bytes, created_at, updated_at)
	 VALUES (1, 'writes', 'f', 3, 1, 'd', 3, 3, 1, 1)`,
	...[1, 2, 3].map(
		(version) =>
			`INSERT INTO file_versions (file_id, version, bytes, digest, created_at, content) VALUES (1, ${version}, 1, 'd', 1, ${blob})`,
	),
	`INSERT INTO agent_tokens (id, agent_id, label, scopes, bound, secret_hash, created_at) VALUES ('t', 'token', 'l', 's', true, 'h', 1)`,
	event("writes", "file.write", "f", "1, 'agent:writes'"),
	event("writes", "file.write", "f", "2, 'agent:other'"),
	event("writes", "file.write", "f", "3, 'owner'"),
	event("writes", "file.write", "deleted", "1, 'owner'"),
	event("wrote", "log.append", "l"),
	event("read only", "file.read", "f"),
	event("claims", "claim.add", "c"),
	event("@owner", "claim.confirm", "c"),
	event("", "claim.confirm", "c"),
	event("gone", "claim.add", "c"),
	event("", "agent.delete", "gone"),
	event("back", "claim.add", "c"),
	event("", "agent.delete", "back"),
	event("back", "claim.add", "d"),
];

/** Who is listed of them then, and who wrote which version. */
export async function listedAndWriters(sql: Sql) {
	const agents = await sql.all<{ id: string }>(
		"SELECT id FROM agents WHERE appeared_at IS NOT NULL ORDER BY id",
	);
	const writers = await sql.all("SELECT version, actor FROM version_writers ORDER BY version");
	return { listed: agents.map(({ id }) => id), writers };
}

export const EXPECTED = {
	listed: ["back", "claims", "token", "writes", "wrote"],
	writers: [
		{ version: 2, actor: "agent:other" },
		{ version: 3, actor: "owner" },
	],
};
