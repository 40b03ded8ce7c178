import type { ServerAddresses } from "../connect/server-addresses.ts";
import { httpServerLine, type SnippetName, snippets } from "../connect/snippets.ts";
import { useView } from "../view/view.ts";
import { Copyable } from "./copyable.tsx";

const NAMES: readonly SnippetName[] = ["claudeCode", "claudeDesktop", "cursor", "vscode", "stdio", "http"];

interface SnippetsProps {
	addresses: ServerAddresses;
	agent: string;
	/** The agent's token; words that stand for it, unless it was made for this page. */
	token?: string;
}

/** What each kind of client takes, to copy. */
export function Snippets({ addresses, agent, token }: SnippetsProps) {
	const { t } = useView();
	const texts = snippets({ addresses, agent, token: token ?? t.snippets.tokenPlace });
	return (
		<div class="snippets">
			{NAMES.map((name) => (
				<section class="snippet" id={name}>
					<h3>{t.snippets[name].title}</h3>
					<p>{t.snippets[name].text}</p>
					<Copyable text={texts[name]} label={t.snippets[name].title} />
					{name === "http" && (
						<>
							<p>{t.snippets.httpServer}</p>
							<Copyable text={httpServerLine(addresses)} label={t.snippets.httpServerLine} />
						</>
					)}
				</section>
			))}
		</div>
	);
}
