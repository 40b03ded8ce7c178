import { orderOf, readFileSort } from "../file/file-sort.ts";
import type { Services } from "../services.ts";
import { FileSortChoice } from "../ui/file-sort-choice.tsx";
import { FileTable } from "../ui/file-table.tsx";
import { FileViews } from "../ui/file-views.tsx";
import { FolderTable } from "../ui/folder-table.tsx";
import { NoFiles } from "../ui/nothing-yet.tsx";
import type { TrailStep } from "../ui/trail.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import type { View } from "../view/view.ts";
import { knownAgent } from "./known-agent.ts";
import { answerPathList, type PathList } from "./path-list.tsx";
import type { Room } from "./room.ts";

export const filesPage: Room = (app, services) => {
	app.get("/agents/:agent/files", async (c) => {
		const { agent_id: agentId } = await knownAgent(c, services);
		const isFolder = c.req.query("view") === "folder";
		const parts = isFolder ? folderView(c, services, agentId) : listView(c, services, agentId);
		return answerPathList(c, services, {
			agentId,
			about: "file",
			words: c.var.view.t.files,
			none: <NoFiles />,
			...parts,
		});
	});
};

type ViewParts = Pick<PathList, "href" | "load" | "views" | "choices" | "trail">;

/** All files whose paths begin with some text, in an order of choice. */
function listView(c: AdminContext, services: Services, agentId: string): ViewParts {
	const { urls } = c.var.view;
	const sort = readFileSort(c.req.query("sort"));
	const order = orderOf(sort);
	return {
		href: (query) => urls.files(agentId, { ...query, sort: sort === "path" ? undefined : sort }),
		load: async (options) => {
			const { files, next_cursor } = await services.reader().listFiles(agentId, { ...options, order });
			const table =
				files.length > 0 ? <FileTable agentId={agentId} files={files} order={order} /> : undefined;
			return { table, next: next_cursor };
		},
		views: <FileViews agentId={agentId} view="list" prefix={c.req.query("prefix") ?? ""} />,
		choices: <FileSortChoice sort={sort} />,
	};
}

/** What is in one folder. */
function folderView(c: AdminContext, services: Services, agentId: string): ViewParts {
	const { urls } = c.var.view;
	const prefix = c.req.query("prefix") ?? "";
	const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
	return {
		href: (query) => urls.files(agentId, { ...query, view: "folder" }),
		load: async ({ limit, cursor }) => {
			const { items, next_cursor } = await services.reader().listFolder(agentId, folder, { limit, cursor });
			const table =
				items.length > 0 ? <FolderTable agentId={agentId} folder={folder} items={items} /> : undefined;
			return { table, next: next_cursor };
		},
		views: <FileViews agentId={agentId} view="folder" prefix={folder} />,
		choices: null,
		trail: folderTrail(c.var.view, agentId, folder),
	};
}

/** The folders down to one, each but the last with its address. */
function folderTrail({ urls }: View, agentId: string, folder: string): TrailStep[] {
	const ends = [...folder.matchAll(/\//g)].map(({ index }) => index);
	return ends.map((end, index) => {
		const label = folder.slice((ends[index - 1] ?? -1) + 1, end) || "/";
		const isLast = index === ends.length - 1;
		return isLast
			? { label }
			: { label, href: urls.files(agentId, { view: "folder", prefix: folder.slice(0, end + 1) }) };
	});
}
