import type { FileView } from "@cairn/scratchpad";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";

/** Readers beyond this many are counted, not listed. */
const SHOWN = 20;

interface FileReadersProps {
	reads: FileView["reads"];
	/** The newest version of the file. */
	current: number;
}

/** Which version each agent that read the file last received. */
export function FileReaders({ reads, current }: FileReadersProps) {
	const { t, urls } = useView();
	return (
		<section aria-labelledby="readers">
			<h2 id="readers">{t.file.readers}</h2>
			<p class="quiet small">{reads.length === 0 ? t.file.noReaders : t.file.readersText}</p>
			<ul class="readers">
				{reads.slice(0, SHOWN).map((read) => (
					<li>
						<a href={urls.agent(read.agent_id)}>{read.agent_id}</a>
						<div class="quiet small">
							{read.version === current ? t.file.readCurrent : t.file.readOld(read.version)},{" "}
							<Age at={read.read_at} />
						</div>
					</li>
				))}
			</ul>
			{reads.length > SHOWN && <p class="quiet small">{t.file.moreReaders(reads.length - SHOWN)}</p>}
		</section>
	);
}
