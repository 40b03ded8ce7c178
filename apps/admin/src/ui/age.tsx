import { useView } from "../view/view.ts";

/** How long ago something was; the exact time shows on hover and, as it can be focused, by keyboard. */
export function Age({ at }: { at: number }) {
	const { format, now } = useView();
	return (
		<time datetime={new Date(at).toISOString()} title={format.exact(at)} tabindex={0}>
			{format.relative(at, now)}
		</time>
	);
}
