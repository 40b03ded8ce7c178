import type { ClaimView } from "@cairn/claims";
import { dayText } from "../claims/days.ts";
import type { GridDay } from "../claims/month-grid.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";

export interface CalendarDay extends GridDay {
	/** How many active claims go stale on this day, and the first of them. */
	total: number;
	first: readonly ClaimView[];
}

export interface CalendarMonth {
	/** Such as 2026-11, and those before and after it. */
	name: string;
	previous: string;
	next: string;
	/** Days of the week before the first and behind the last of the month. */
	before: number;
	after: number;
	days: readonly CalendarDay[];
	/** A later month, the first one in which something goes stale, and when; undefined when nothing does. */
	eventful: { name: string; at: number } | undefined;
}

const WEEK = 7;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;

/** A month as a grid of weeks; where there is no room for one, as the list of the days on which something goes stale. */
export function MonthCalendar({ month }: { month: CalendarMonth }) {
	const { t, urls, format } = useView();
	const total = month.days.reduce((sum, day) => sum + day.total, 0);
	return (
		<>
			<MonthHead month={month} />
			<p class="lede">
				{total === 0 ? t.decay.noneInMonth : t.decay.inMonth(total, format.number(total))}
				{total === 0 && month.eventful !== undefined && (
					<>
						{" "}
						<a href={urls.decay({ show: "calendar", month: month.eventful.name })}>
							{t.decay.nextInMonth(format.month(month.eventful.at))}
						</a>
					</>
				)}
			</p>
			<table class={total === 0 ? "month bare" : "month"}>
				<thead>
					<tr>
						{Array.from({ length: WEEK }, (_, index) => (
							<th scope="col">{format.weekday(MONDAY + index * DAY_MS)}</th>
						))}
					</tr>
				</thead>
				<tbody>
					{weeksOf(month).map((week) => (
						<tr>
							{week.map((day) => (day === undefined ? <td class="beyond"></td> : <DayCell day={day} />))}
						</tr>
					))}
				</tbody>
			</table>
		</>
	);
}

function MonthHead({ month }: { month: CalendarMonth }) {
	const { t, urls, format } = useView();
	const link = (name: string, text: string, rel: string) => (
		<a class="button quiet-button" href={urls.decay({ show: "calendar", month: name })} rel={rel}>
			{text}
		</a>
	);
	return (
		<div class="month-head">
			<h2>{format.month(month.days[0]?.from ?? 0)}</h2>
			<p class="actions">
				{link(month.previous, t.decay.previous, "prev")}
				{link(month.next, t.decay.next, "next")}
			</p>
		</div>
	);
}

function weeksOf({ before, after, days }: CalendarMonth): (CalendarDay | undefined)[][] {
	const cells = [...Array<undefined>(before), ...days, ...Array<undefined>(after)];
	return Array.from({ length: cells.length / WEEK }, (_, week) =>
		cells.slice(week * WEEK, (week + 1) * WEEK),
	);
}

function DayCell({ day }: { day: CalendarDay }) {
	const { t, urls, format, now } = useView();
	const { number, from, until, total, first } = day;
	const isToday = from <= now && now < until;
	const more = total - first.length;
	return (
		<td
			id={`day-${dayText(from)}`}
			class={total === 0 ? "free" : undefined}
			aria-current={isToday ? "date" : undefined}
		>
			<p class="day">
				<span class="day-number">{number}</span>
				<span class="day-date">
					{format.weekday(from)}, {format.date(from)}
				</span>
				{isToday && <span class="today small"> {t.decay.today}</span>}
			</p>
			{total > 0 && (
				<ul>
					{first.map(({ id, claim, entity }) => (
						<li>
							<a href={urls.claim(id)} dir="auto">
								<ClippedText text={entity} characters={20} />
								<span class="day-claim">
									{": "}
									<ClippedText text={claim} characters={60} />
								</span>
							</a>
						</li>
					))}
					{more > 0 && (
						<li>
							<a href={urls.decay({ show: "coming", from: dayText(from) })}>
								{t.decay.more(format.number(more))}
							</a>
						</li>
					)}
				</ul>
			)}
		</td>
	);
}
