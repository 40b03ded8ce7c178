import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";

/** Of a list of names that many show. */
export const NAMES_SHOWN = 12;

/** A value or a name out of a manifest, on one line. */
export function ShortName({ text }: { text: string }) {
	return (
		<code>
			<ClippedText text={text} characters={50} />
		</code>
	);
}

/** Names beside each other; those beyond the first many are counted. */
export function ShortNames({ names }: { names: readonly string[] }) {
	const { t, format } = useView();
	return (
		<span>
			{names.slice(0, NAMES_SHOWN).map((name) => (
				<>
					<ShortName text={name} />{" "}
				</>
			))}
			{names.length > NAMES_SHOWN && (
				<span class="quiet">{t.manifest.more(format.number(names.length - NAMES_SHOWN))}</span>
			)}
		</span>
	);
}
