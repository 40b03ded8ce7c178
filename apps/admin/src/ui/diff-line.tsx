import { createContext, useContext } from "hono/jsx";
import { type Piece, shortenSegments } from "../diff/shorten-segments.ts";
import type { Segment } from "../diff/word-marks.ts";
import { useView } from "../view/view.ts";
import { MarkedText } from "./marked-text.tsx";

interface DiffLineProps {
	segments: readonly Segment[];
	/** Which side the changed words are on. */
	side: "removed" | "added" | "equal";
	noNewline?: boolean | undefined;
}

/** Whether lines show whole however long they are, as where somebody vouches for every byte. */
export const WholeLines = createContext(false);

/** The text of one line of a diff with its changed words marked. */
export function DiffLine({ segments, side, noNewline }: DiffLineProps) {
	const { t } = useView();
	const pieces = useContext(WholeLines) ? segments : shortenSegments(segments);
	return (
		<>
			{pieces.map((piece) => (
				<PieceText piece={piece} side={side} />
			))}
			{noNewline === true && <small class="no-newline">{t.diff.noNewline}</small>}
		</>
	);
}

function PieceText({ piece, side }: { piece: Piece; side: DiffLineProps["side"] }) {
	const { t, format } = useView();
	if ("hidden" in piece) return <small class="cut">{t.charactersHidden(format.number(piece.hidden))}</small>;
	if (!piece.changed) return <MarkedText text={piece.text} />;
	const text = <MarkedText text={piece.text} />;
	return side === "removed" ? <del>{text}</del> : <ins>{text}</ins>;
}
