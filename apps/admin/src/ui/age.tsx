import { useView } from "../view/view.ts";

interface AgeProps {
	at: number;
	/** It has no row whose link takes the focus, so it takes the focus itself. */
	focusable?: boolean;
}

/** How long ago something was; the exact time shows on hover, and while the focus is in its row or on itself. */
export function Age({ at, focusable = false }: AgeProps) {
	const { format, now } = useView();
	return (
		<time datetime={new Date(at).toISOString()} title={format.exact(at)} tabindex={focusable ? 0 : undefined}>
			{format.relative(at, now)}
		</time>
	);
}
