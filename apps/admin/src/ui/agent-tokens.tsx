import type { AgentToken } from "@cairn/identity";
import { useView } from "../view/view.ts";
import { TokenTable } from "./token-table.tsx";

/** The part of an agent's page that tells of its tokens. */
export function AgentTokenPart({ agentId, tokens }: { agentId: string; tokens: readonly AgentToken[] }) {
	const { t, urls, format } = useView();
	const living = tokens.filter(({ state }) => state !== "revoked");
	const revoked = tokens.filter(({ state }) => state === "revoked");
	return (
		<section class="part" id="tokens">
			<div class="part-head">
				<h2>{t.tokens.title}</h2>
				<a href={urls.newToken(agentId)}>{t.tokens.create}</a>
			</div>
			{living.length > 0 ? <TokenTable tokens={living} /> : <p class="quiet prose">{t.tokens.none}</p>}
			{revoked.length > 0 && (
				<details class="after-table" id="revoked-tokens" hx-morph-skip="true">
					<summary>{t.tokens.revoked(revoked.length, format.number(revoked.length))}</summary>
					<TokenTable tokens={revoked} />
				</details>
			)}
		</section>
	);
}
