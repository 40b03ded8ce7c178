import type { AsOf } from "../claims/as-of.ts";
import { DAYS_AHEAD, MAX_DAYS } from "../claims/as-of.ts";
import { dayText, parseDay } from "../claims/days.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";

interface AsOfProps {
	asOf: AsOf;
	/** The address of the page as of another instant. */
	href(asof: string | undefined): string;
	/** Where the form with a date goes, and what else it keeps of the address. */
	action: string;
	kept: Readonly<Record<string, string | undefined>>;
}

/** Lets the page show claims as they will be: links for some days ahead, a form for any day. */
export function AsOfControl({ asOf, href, action, kept }: AsOfProps) {
	const { t, now } = useView();
	const isDate = parseDay(asOf.value) !== undefined;
	return (
		<div class="as-of">
			<nav class="choice" aria-label={t.asOf.label}>
				<AsOfLink href={href(undefined)} isCurrent={asOf.value === undefined} text={t.asOf.now} />
				{DAYS_AHEAD.map((count) => (
					<AsOfLink
						href={href(String(count))}
						isCurrent={asOf.value === String(count)}
						text={t.asOf.days(count)}
					/>
				))}
			</nav>
			<form method="get" action={action}>
				{Object.entries(kept).map(
					([name, value]) =>
						value !== undefined && value !== "" && <input type="hidden" name={name} value={value} />,
				)}
				<label>
					{t.asOf.date}{" "}
					<input
						type="date"
						name="asof"
						min={dayText(now)}
						value={isDate ? asOf.value : undefined}
						required
					/>
				</label>
				<button type="submit" class="quiet-button">
					{t.asOf.show}
				</button>
			</form>
		</div>
	);
}

function AsOfLink({ href, isCurrent, text }: { href: string; isCurrent: boolean; text: string }) {
	return (
		<a href={href} aria-current={isCurrent ? "true" : undefined}>
			{text}
		</a>
	);
}

interface AsOfNoteProps {
	asOf: AsOf;
	/** The page as of now. */
	href: string;
	/** Says so as well while what is shown is as of now: nothing moves when that changes. */
	always?: boolean;
}

/** Says that what is shown is not as it is now, or is so although another instant was asked for. */
export function AsOfNote({ asOf, href, always = false }: AsOfNoteProps) {
	const { t, format } = useView();
	if (asOf.refused !== undefined) {
		const { text, isOver } = asOf.refused;
		return (
			<p class="notice caution">
				<code>
					<ClippedText text={text} characters={40} />
				</code>{" "}
				{isOver ? t.asOf.isOver : t.asOf.isNone(format.number(MAX_DAYS))}
			</p>
		);
	}
	if (asOf.value === undefined) {
		return always ? <p class="notice as-of-now">{t.asOf.shownNow}</p> : null;
	}
	return (
		<p class="notice">
			{t.asOf.shown} <strong>{format.date(asOf.at)}</strong>, <a href={href}>{t.asOf.back}</a>
		</p>
	);
}
