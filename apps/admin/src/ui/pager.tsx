import { useView } from "../view/view.ts";

/** Links to the first and the next page of a list. Lists page forward by cursor; the browser's back goes back. */
export function Pager({ first, next }: { first?: string | undefined; next?: string | undefined }) {
	const { t } = useView();
	if (first === undefined && next === undefined) return null;
	return (
		<nav class="pager" aria-label={t.pages}>
			{first !== undefined && <a href={first}>{t.firstPage}</a>}
			{next !== undefined && (
				<a href={next} rel="next">
					{t.nextPage}
				</a>
			)}
		</nav>
	);
}
