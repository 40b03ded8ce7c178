import { useView } from "../view/view.ts";
import { Copyable } from "./copyable.tsx";
import { EmptyState } from "./empty-state.tsx";

/** What to do while there is no script: make a folder with a manifest and a program. */
export function AddAScript() {
	const { t } = useView();
	return (
		<EmptyState title={t.addAScript.title}>
			<ol class="steps">
				<li>
					<h3>{t.addAScript.manifest}</h3>
					<p>{t.addAScript.manifestText}</p>
					<Copyable text={t.addAScript.manifestExample} label="scripts/hello/manifest.yaml" />
				</li>
				<li>
					<h3>{t.addAScript.program}</h3>
					<p>{t.addAScript.programText}</p>
					<Copyable text={PROGRAM} label="scripts/hello/run.sh" />
				</li>
				<li>
					<h3>{t.addAScript.look}</h3>
					<p>{t.addAScript.lookText}</p>
				</li>
			</ol>
		</EmptyState>
	);
}

const PROGRAM = '#!/bin/sh\necho "Hello, $INPUT_WHO!"';
