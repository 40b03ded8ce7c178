import type { BrokenView, LaptopView, ScriptSummary } from "@cairn/catalog/server";
import { SCRIPT_STATES, scriptState } from "../scripts/script-state.ts";
import { useView } from "../view/view.ts";
import { AddAScript } from "./add-a-script.tsx";
import { BrokenFolder } from "./broken-folder.tsx";
import { BrokenFolders } from "./broken-folders.tsx";
import { LaptopTable } from "./laptop-table.tsx";
import { LiveRegion } from "./live-note.tsx";
import { Pager } from "./pager.tsx";
import { ScriptTable } from "./script-table.tsx";

export interface ScriptsData {
	/** Every script, by directory. */
	all: readonly ScriptSummary[];
	/** Those on this page. */
	shown: readonly ScriptSummary[];
	/** The directory that this page starts after; undefined on the first one. */
	after: string | undefined;
	/** Folders that never held a whole script. */
	broken: readonly BrokenView[];
	/** What is wrong with the folder of all scripts. */
	folder: BrokenView | undefined;
	laptops: readonly LaptopView[];
	offered: ReadonlyMap<string, string>;
	approvalRequired: boolean;
}

/** Laptops that the page names before it points to the list of them. */
const LAPTOPS = 8;

/** The scripts, what is broken and what laptops hold: the part of the page that follows what happens. */
export function ScriptsRegion(data: ScriptsData) {
	const { urls } = useView();
	const { all, shown, after, broken, approvalRequired } = data;
	const last = shown.at(-1)?.dir;
	const more = last !== undefined && last !== all.at(-1)?.dir;
	return (
		<LiveRegion href={urls.scripts({ after })}>
			{data.folder !== undefined && <BrokenFolder fault={data.folder} />}
			{all.length === 0 ? (
				<AddAScript />
			) : (
				<>
					<Counts {...data} />
					<ScriptTable scripts={shown} approvalRequired={approvalRequired} />
				</>
			)}
			<Pager
				first={after === undefined ? undefined : urls.scripts()}
				next={more ? urls.scripts({ after: last }) : undefined}
			/>
			{after === undefined && broken.length > 0 && <BrokenFolders broken={broken} />}
			{after === undefined && (all.length > 0 || data.laptops.length > 0) && <Laptops {...data} />}
		</LiveRegion>
	);
}

/** How many scripts there are in each state, as one sentence; a folder that never held a whole one counts as broken. */
function Counts({ all, broken, approvalRequired }: ScriptsData) {
	const { t, format } = useView();
	const neverWhole = new Set(broken.map(({ dir }) => dir));
	const states = [
		...all.map((script) => scriptState(script, approvalRequired)),
		...[...neverWhole].map(() => "broken" as const),
	];
	const parts = SCRIPT_STATES.flatMap((state) => {
		const count = states.filter((one) => one === state).length;
		const words = state === "waiting" && count > 1 ? t.scripts.waitingMany : t.scripts.states[state];
		return count === 0 ? [] : `${format.number(count)}\u00a0${words}`;
	});
	return (
		<p class="lede">
			{t.scripts.count(states.length, format.number(states.length))}: {parts.join(", ")}.
		</p>
	);
}

function Laptops({ laptops, offered }: ScriptsData) {
	const { t, urls, format } = useView();
	return (
		<section class="part" aria-labelledby="laptops">
			<div class="part-head">
				<h2 id="laptops">{t.laptops.title}</h2>
				{laptops.length > LAPTOPS && (
					<a href={urls.laptops()}>{t.laptops.all(format.number(laptops.length))}</a>
				)}
			</div>
			<LaptopTable laptops={laptops.slice(0, LAPTOPS)} offered={offered} />
		</section>
	);
}
