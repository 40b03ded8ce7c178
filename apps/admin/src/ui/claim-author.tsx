import { OWNER } from "@cairn/kernel";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";

interface AuthorProps {
	/** The agent or the owner; empty for callers without a name. */
	by: string;
	/** Agents that have a page. */
	agents: ReadonlySet<string>;
}

/** Who did something about a claim. */
export function ClaimAuthor({ by, agents }: AuthorProps) {
	const { t, urls } = useView();
	if (by === OWNER) return <>{t.claim.you}</>;
	if (by === "") return <>{t.claim.nameless}</>;
	if (agents.has(by)) return <a href={urls.agent(by)}>{by}</a>;
	return (
		<bdi>
			<ClippedText text={by} characters={60} />
		</bdi>
	);
}
