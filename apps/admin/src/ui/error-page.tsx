import type { Child } from "hono/jsx";
import { useView } from "../view/view.ts";
import { MarkedText } from "./marked-text.tsx";
import { type Sentence, SentenceText } from "./sentence-text.tsx";

export interface Place {
	href: string;
	label: string;
}

interface ErrorProps {
	status: number;
	title: string;
	message: Sentence;
	/** Where the message sends its reader. */
	see?: Place | undefined;
	children?: Child;
}

/** What went wrong in one sentence, and where to go from here. */
export function ErrorMessage({ status, title, message, see, children }: ErrorProps) {
	const { t, urls } = useView();
	return (
		<section class="error-page">
			<p class="error-status">{status}</p>
			<h1>{title}</h1>
			<p>
				<SentenceText sentence={message} />
			</p>
			{children}
			<p class="actions">
				{see !== undefined && (
					<a class="button" href={see.href}>
						<MarkedText text={see.label} />
					</a>
				)}
				<a class={see === undefined ? "button" : "button quiet-button"} href={urls.home()}>
					{t.errors.toHome}
				</a>
				{see === undefined && (
					<a class="button quiet-button" href={urls.agents()}>
						{t.errors.toAgents}
					</a>
				)}
			</p>
		</section>
	);
}

/** The same within a page that stays: one part failed. */
export function PartError({ message }: { message: Sentence }) {
	return (
		<p class="part-error" role="status">
			<SentenceText sentence={message} />
		</p>
	);
}
