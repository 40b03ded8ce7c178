import type { ScriptState } from "../scripts/script-state.ts";
import { useView } from "../view/view.ts";

/** The state of a script as a word, with a shape beside it for the eye. */
export function ScriptStateMark({ state }: { state: ScriptState }) {
	const { t } = useView();
	return <span class={`state state-${state}`}>{t.scripts.states[state]}</span>;
}
