import type { GapBlock } from "../diff/diff-blocks.ts";
import { useView } from "../view/view.ts";

interface DiffGapProps {
	gap: GapBlock;
	columns: number;
	anchor: boolean;
	/** The page with this gap opened, for who has no scripts, and the address of the lines alone. */
	href: string;
	partHref: string;
}

/** Equal lines that are not shown, and the link that shows them. */
export function DiffGap({ gap, columns, anchor, href, partHref }: DiffGapProps) {
	const { t, format } = useView();
	return (
		<tbody class="gap" id={anchor ? `gap-${gap.new}` : undefined}>
			<tr>
				<td colspan={columns}>
					<a href={href} hx-get={partHref} hx-target="closest tbody" hx-swap="outerHTML">
						{t.diff.showLines(gap.count, format.number(gap.count))}
					</a>
				</td>
			</tr>
		</tbody>
	);
}
