import { useView } from "../view/view.ts";

/** The last row of a part of a diff: the way to the next part. */
export function NextRows({ href, split }: { href: string; split: boolean }) {
	const { t } = useView();
	return (
		<tbody class="gap">
			<tr>
				<td colspan={split ? 4 : 3}>
					<a href={href} hx-get={href} hx-target="closest tbody" hx-swap="outerHTML">
						{t.diff.nextRows}
					</a>
				</td>
			</tr>
		</tbody>
	);
}
