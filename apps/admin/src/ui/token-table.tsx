import type { AgentToken } from "@cairn/identity";
import { type ShownState, shownState, TOKEN_ACTIONS } from "../tokens/token-state.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { CsrfField } from "./csrf-field.tsx";
import { TokenScopes } from "./token-scopes.tsx";

const STATE_CLASSES: Readonly<Record<ShownState, string>> = {
	active: "state state-live",
	rotating: "state state-waiting",
	paused: "state state-waiting",
	expired: "state state-off",
	revoked: "state state-off",
};

/** The tokens of an agent: what each allows, how it stands, and what can be done about it. */
export function TokenTable({ tokens }: { tokens: readonly AgentToken[] }) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list tokens">
				<thead>
					<tr>
						<th scope="col">{t.tokens.label}</th>
						<th scope="col">{t.tokens.state}</th>
						<th scope="col">{t.tokens.scopes}</th>
						<th scope="col">{t.tokens.lastUsed}</th>
						<th scope="col">{t.tokens.expires}</th>
						<th scope="col">{t.tokens.actions}</th>
					</tr>
				</thead>
				<tbody>
					{tokens.map((token) => (
						<TokenRow token={token} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function TokenRow({ token }: { token: AgentToken }) {
	const { t } = useView();
	const state = shownState(token);
	return (
		<tr id={`token-${token.id}`}>
			<th scope="row">
				<ClippedText text={token.label} characters={60} /> <code class="quiet small">cairn_{token.id}_…</code>
			</th>
			<td data-label={t.tokens.state}>
				<span class={STATE_CLASSES[state]}>{t.tokens.states[state]}</span>
				{token.overlapUntil !== undefined && (
					<p class="quiet small">
						{t.tokens.oldUntil} <Age at={token.overlapUntil} />
					</p>
				)}
			</td>
			<td class="whole-row" data-label={t.tokens.scopes}>
				<TokenScopes scopes={token.scopes} />
			</td>
			<td data-label={t.tokens.lastUsed}>
				{token.lastUsedAt === undefined ? t.tokens.never : <Age at={token.lastUsedAt} />}
			</td>
			<td data-label={t.tokens.expires}>
				{token.expiresAt === undefined ? t.tokens.never : <Age at={token.expiresAt} />}
			</td>
			<td class="whole-row">
				<TokenActions token={token} state={state} />
			</td>
		</tr>
	);
}

function TokenActions({ token, state }: { token: AgentToken; state: ShownState }) {
	const { t, urls } = useView();
	const { agentId, id } = token;
	const actions = TOKEN_ACTIONS[state];
	return (
		<div class="row-actions">
			{actions.includes("pause") && (
				<PostButton action={urls.tokenPause(agentId, id)} text={t.tokens.pause} about={token.label} />
			)}
			{actions.includes("resume") && (
				<PostButton action={urls.tokenResumption(agentId, id)} text={t.tokens.resume} about={token.label} />
			)}
			{actions.includes("rotate") && (
				<a href={urls.tokenRotation(agentId, id)} aria-label={`${t.tokens.rotate}: ${token.label}`}>
					{t.tokens.rotate}
				</a>
			)}
			{actions.includes("revoke") && (
				<a href={urls.tokenRevocation(agentId, id)} aria-label={`${t.tokens.revoke}: ${token.label}`}>
					{t.tokens.revoke}
				</a>
			)}
		</div>
	);
}

/** A button in a row that changes something at once; its name says of what. */
function PostButton({ action, text, about }: { action: string; text: string; about: string }) {
	return (
		<form method="post" action={action}>
			<CsrfField />
			<button type="submit" class="quiet-button" aria-label={`${text}: ${about}`}>
				{text}
			</button>
		</form>
	);
}
