import type { LaptopView, ScriptView } from "@cairn/catalog/server";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { VersionName } from "./version-name.tsx";

/** Laptops beyond this many are counted, not listed. */
const SHOWN = 8;

interface LaptopHoldsProps {
	script: ScriptView;
	laptops: readonly LaptopView[];
	/** The version that laptops are offered. */
	offered: string | undefined;
}

/** Which laptop holds which version of a script. */
export function LaptopHolds({ script, laptops, offered }: LaptopHoldsProps) {
	const { t, urls, format } = useView();
	const holders = laptops.flatMap((laptop) => {
		const digest = Object.hasOwn(laptop.holds, script.dir) ? laptop.holds[script.dir] : undefined;
		return digest === undefined ? [] : [{ laptop, digest }];
	});
	const kept = new Set(script.versions.map(({ digest }) => digest));
	return (
		<section aria-labelledby="holders">
			<h2 id="holders">{t.laptops.title}</h2>
			{holders.length === 0 && <p class="quiet small">{t.laptops.noneHolds}</p>}
			<ul class="readers">
				{holders.slice(0, SHOWN).map(({ laptop, digest }) => (
					<li>
						<code>
							<ClippedText text={laptop.name} characters={128} />
						</code>
						<div class="quiet small">
							<VersionName
								digest={digest}
								href={kept.has(digest) ? urls.script(script.dir, digest) : undefined}
							/>
							, {digest === offered ? t.laptops.current : t.laptops.other}, <Age at={laptop.seen_at} />
						</div>
					</li>
				))}
			</ul>
			{holders.length > SHOWN && (
				<p class="quiet small">{t.laptops.more(format.number(holders.length - SHOWN))}</p>
			)}
		</section>
	);
}
