import { useView } from "../view/view.ts";

/** A size in readable units; the exact count of bytes is in the title. */
export function Size({ bytes }: { bytes: number }) {
	const { format, t } = useView();
	return (
		<span class="size" title={t.exactBytes(format.number(bytes))}>
			{format.bytes(bytes)}
		</span>
	);
}
