import { useView } from "../view/view.ts";
import { MarkedText } from "./marked-text.tsx";

export interface TrailStep {
	label: string;
	/** Absent for the page itself. */
	href?: string;
}

/** Where the page stands, as links to the rooms around it. */
export function Trail({ steps }: { steps: readonly TrailStep[] }) {
	const { t } = useView();
	return (
		<nav class="trail" aria-label={t.trail}>
			<ol>
				{steps.map(({ label, href }) => (
					<li>
						{href === undefined ? (
							<span aria-current="page">
								<MarkedText text={label} />
							</span>
						) : (
							<a href={href}>
								<MarkedText text={label} />
							</a>
						)}
					</li>
				))}
			</ol>
		</nav>
	);
}
