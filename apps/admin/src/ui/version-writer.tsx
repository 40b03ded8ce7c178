import type { FileView } from "@cairn/scratchpad";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";

type Writer = FileView["versions"][number]["written_by"];

/** Who wrote a version of a file: its agent, another one, or the owner. */
export function VersionWriter({ writer, agentId }: { writer: Writer; agentId: string }) {
	const { t, urls } = useView();
	if (writer === "owner") return <>{t.file.byOwner}</>;
	const name = <ClippedText text={writer.agent_id} characters={40} />;
	return (
		<>
			{t.file.by} {writer.agent_id === agentId ? name : <a href={urls.agent(writer.agent_id)}>{name}</a>}
		</>
	);
}
