import type { PropsWithChildren } from "hono/jsx";

/** What stands where nothing is yet: what this place is for and what to do next. */
export function EmptyState({ title, children }: PropsWithChildren<{ title: string }>) {
	return (
		<div class="empty">
			<h2>{title}</h2>
			{children}
		</div>
	);
}
