import { type EntryField, showEntry } from "../log/entry-fields.ts";
import { previewLength } from "../log/fit-entries.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { FoundText } from "./found-text.tsx";
import { MarkedText } from "./marked-text.tsx";

export interface Entry {
	entry_id: number;
	entry: string;
	created_at: number;
}

interface LogEntryProps {
	entry: Entry;
	/** An address that shows this entry whatever comes after it. */
	href: string;
	/** The address of this entry alone, whole. */
	wholeHref: string;
	whole?: boolean;
	/** What was looked for, to set it off. */
	found?: RegExp | undefined;
}

/** One entry: its number as a permalink, its age, and its text or its fields. */
export function LogEntry({ entry, href, wholeHref, whole = false, found }: LogEntryProps) {
	const { t, format } = useView();
	const length = whole ? entry.entry.length : previewLength(entry.entry);
	const hidden = entry.entry.length - length;
	return (
		<li class="entry" id={`e${entry.entry_id}`} value={entry.entry_id}>
			<div class="entry-head">
				<a class="entry-id" href={href} aria-label={t.log.entryName(entry.entry_id)}>
					{entry.entry_id}
				</a>
				<Age at={entry.created_at} />
			</div>
			<div>
				{hidden > 0 ? (
					<pre>
						<FoundText text={entry.entry.slice(0, length)} found={found} />
					</pre>
				) : (
					<EntryBody text={entry.entry} found={found} />
				)}
				{hidden > 0 && (
					<a class="cut" href={wholeHref}>
						{t.charactersHidden(format.number(hidden))}
					</a>
				)}
			</div>
		</li>
	);
}

function EntryBody({ text, found }: { text: string; found: RegExp | undefined }) {
	const { t } = useView();
	if (text === "") return <p class="quiet">{t.log.emptyEntry}</p>;
	const shown = showEntry(text);
	if (shown.kind === "text") {
		return (
			<pre>
				<FoundText text={shown.text} found={found} />
			</pre>
		);
	}
	return (
		<>
			{shown.message !== undefined && (
				<p class="message" title={shown.message.name}>
					<FoundText text={shown.message.value} found={found} />
				</p>
			)}
			<dl class="fields">
				{shown.fields.map((field) => (
					<Field field={field} found={found} />
				))}
			</dl>
		</>
	);
}

/** Longer values get a line of their own. */
const LONG = 60;
const TONES: Readonly<Record<string, string>> = { warn: "warn", warning: "warn", error: "bad", fatal: "bad" };

/** A level that wants attention is set off; its word says the same. */
function toneOf({ name, value, isText }: EntryField): string | undefined {
	if (!isText) return "json";
	return name === "level" ? TONES[value.toLowerCase()] : undefined;
}

function Field({ field, found }: { field: EntryField; found: RegExp | undefined }) {
	return (
		<div class={field.value.length > LONG ? "long" : undefined}>
			<dt>
				<MarkedText text={field.name} />
			</dt>
			<dd class={toneOf(field)}>
				<FoundText text={field.value} found={found} />
			</dd>
		</div>
	);
}
