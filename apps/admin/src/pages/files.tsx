import { FileTable } from "../ui/file-table.tsx";
import { NoFiles } from "../ui/nothing-yet.tsx";
import { knownAgent } from "./known-agent.ts";
import { answerPathList } from "./path-list.tsx";
import type { Room } from "./room.ts";

export const filesPage: Room = (app, services) => {
	app.get("/agents/:agent/files", async (c) => {
		const { t, urls } = c.var.view;
		const { agent_id: agentId } = await knownAgent(c, services);
		return answerPathList(c, services, {
			agentId,
			about: "file",
			words: t.files,
			href: (query) => urls.files(agentId, query),
			load: async (options) => {
				const { files, next_cursor } = await services.reader().listFiles(agentId, options);
				const table = files.length > 0 ? <FileTable agentId={agentId} files={files} /> : undefined;
				return { table, next: next_cursor };
			},
			none: <NoFiles />,
		});
	});
};
