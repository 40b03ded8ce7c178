import { useView } from "../view/view.ts";
import { MarkedText } from "./marked-text.tsx";

export interface WaitingScript {
	dir: string;
	tool: string;
}

/** Scripts beyond this many are counted, not named. */
const NAMED = 5;

/** Which scripts wait for the owner's approval. */
export function WaitingScripts({ scripts }: { scripts: readonly WaitingScript[] }) {
	const { t, urls, format } = useView();
	const more = scripts.length - NAMED;
	return (
		<p class="notice waiting-scripts">
			{t.approval.waiting(scripts.length, format.number(scripts.length))}{" "}
			{scripts.slice(0, NAMED).map(({ dir, tool }, index) => (
				<>
					{index > 0 && ", "}
					<a href={urls.script(dir)}>
						<code>
							<MarkedText text={tool} />
						</code>
					</a>
				</>
			))}
			{more > 0 && (
				<>
					{" "}
					<a href={urls.scripts()}>{t.activity.andMore(format.number(more))}</a>
				</>
			)}
		</p>
	);
}
