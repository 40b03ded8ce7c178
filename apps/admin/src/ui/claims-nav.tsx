import { useView } from "../view/view.ts";

export type ClaimsPart = "claims" | "contradictions" | "decay";

/** The pages about claims, beside each other. */
export function ClaimsNav({ part }: { part: ClaimsPart }) {
	const { t, urls } = useView();
	const current = (name: ClaimsPart) => (part === name ? "page" : undefined);
	return (
		<div class="claims-head">
			<nav class="tabs" aria-label={t.claims.parts}>
				<a href={urls.claims()} aria-current={current("claims")}>
					{t.claims.title}
				</a>
				<a href={urls.contradictions()} aria-current={current("contradictions")}>
					{t.contradictions.title}
				</a>
				<a href={urls.decay()} aria-current={current("decay")}>
					{t.decay.title}
				</a>
			</nav>
			<a class="button quiet-button" href={urls.newClaim()}>
				{t.claims.add}
			</a>
		</div>
	);
}
