import type { BrokenView } from "@cairn/catalog/server";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";
import { English } from "./sentence-text.tsx";

const REASON_CHARACTERS = 400;

/** What is wrong with a script's folder: the file, the line and why. */
export function FaultText({ fault }: { fault: BrokenView }) {
	const { t, format } = useView();
	return (
		<>
			{fault.file !== "" && (
				<code class="path">
					<ClippedText text={fault.file} characters={160} />
				</code>
			)}
			{fault.line !== undefined && ` ${t.scripts.line(format.number(fault.line))}`}
			{(fault.file !== "" || fault.line !== undefined) && ": "}
			<English>
				<ClippedText text={fault.reason} characters={REASON_CHARACTERS} />
			</English>
		</>
	);
}
