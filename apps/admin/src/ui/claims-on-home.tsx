import type { Settled } from "../door/settle.ts";
import { useView } from "../view/view.ts";
import { PartError } from "./error-page.tsx";

/** What of the claims wants a person. */
export interface ClaimNews {
	/** Claims of any state. */
	total: number;
	/** Active claims that have a part in a contradiction. */
	contradicted: number;
	/** Active claims that go stale within 7 days. */
	soon: number;
	/** Active claims that have lost half of their confidence. */
	stale: number;
}

/** What wants a look among the claims; nothing while there are none. */
export function ClaimsOnHome({ news }: { news: Settled<ClaimNews> }) {
	const { t, urls } = useView();
	if (news.ok && news.value.total === 0) return null;
	return (
		<section class="part" aria-labelledby="claims">
			<div class="part-head">
				<h2 id="claims">{t.claimsOnHome.title}</h2>
				<a href={urls.claims()}>{t.claims.showAll}</a>
			</div>
			{news.ok ? <News news={news.value} /> : <PartError message={news.message} />}
		</section>
	);
}

function News({ news: { contradicted, soon, stale } }: { news: ClaimNews }) {
	const { t, urls, format } = useView();
	const words = t.claimsOnHome;
	const items = [
		{ count: contradicted, href: urls.contradictions(), text: words.contradicted },
		{ count: soon, href: urls.decay({ show: "coming" }), text: words.soon },
		{ count: stale, href: urls.decay(), text: words.stale },
	].filter(({ count }) => count > 0);
	if (items.length === 0) return <p class="quiet">{words.well}</p>;
	return (
		<ul class="news">
			{items.map(({ count, href, text }) => (
				<li>
					<a href={href}>{text(count, format.number(count))}</a>
				</li>
			))}
		</ul>
	);
}
