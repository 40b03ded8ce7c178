import type { View } from "../view/view.ts";
import type { TrailStep } from "./trail.tsx";

interface FilePlace {
	agentId: string;
	path: string;
	room: "files" | "logs";
	/** What of the file the page shows, when it is not the file itself. */
	view?: string;
}

/** Folders in a trail beyond this many are left out in its middle. */
const MAX_FOLDERS = 4;

/** The trail of a file or log: agent, room, then each folder as the list narrowed to it. */
export function fileTrail({ t, urls }: View, { agentId, path, room, view }: FilePlace): TrailStep[] {
	const folders = [...path.slice(0, -1).matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
	const shown = folders.length > MAX_FOLDERS ? folders.slice(-MAX_FOLDERS) : folders;
	const list = room === "files" ? urls.files : urls.logs;
	const item = room === "files" ? urls.file : urls.log;
	const name = path.slice(folders.at(-1)?.length ?? 0);
	return [
		{ label: t.agents.title, href: urls.agents() },
		{ label: agentId, href: urls.agent(agentId) },
		{ label: t[room].title, href: list(agentId) },
		...shown.map((prefix) => ({
			label: prefix.split("/").at(-2) || "/",
			href: list(agentId, { prefix }),
		})),
		view === undefined ? { label: name } : { label: name, href: item(agentId, path) },
		...(view === undefined ? [] : [{ label: view }]),
	];
}
