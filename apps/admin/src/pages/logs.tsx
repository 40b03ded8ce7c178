import { LogTable } from "../ui/log-table.tsx";
import { NoLogs } from "../ui/nothing-yet.tsx";
import { knownAgent } from "./known-agent.ts";
import { answerPathList } from "./path-list.tsx";
import type { Room } from "./room.ts";

export const logsPage: Room = (app, services) => {
	app.get("/agents/:agent/logs", async (c) => {
		const { t, urls } = c.var.view;
		const { agent_id: agentId } = await knownAgent(c, services);
		return answerPathList(c, services, {
			agentId,
			about: "log",
			words: t.logs,
			href: (query) => urls.logs(agentId, query),
			load: async (options) => {
				const { logs, next_cursor } = await services.reader().listLogs(agentId, options);
				const table = logs.length > 0 ? <LogTable agentId={agentId} logs={logs} /> : undefined;
				return { table, next: next_cursor };
			},
			none: <NoLogs />,
		});
	});
};
