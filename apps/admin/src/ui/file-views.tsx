import { useView } from "../view/view.ts";

interface FileViewsProps {
	agentId: string;
	view: "list" | "folder";
	/** What the list begins with, or the folder. */
	prefix: string;
}

/** The two views of an agent's files, each at the same place. */
export function FileViews({ agentId, view, prefix }: FileViewsProps) {
	const { t, urls } = useView();
	const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
	const current = (name: FileViewsProps["view"]) => (view === name ? "page" : undefined);
	return (
		<nav class="choice file-views" aria-label={t.files.views}>
			<a href={urls.files(agentId, { prefix })} aria-current={current("list")}>
				{t.files.list}
			</a>
			<a href={urls.files(agentId, { view: "folder", prefix: folder })} aria-current={current("folder")}>
				{t.files.folders}
			</a>
		</nav>
	);
}
