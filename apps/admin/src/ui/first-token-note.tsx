import { useView } from "../view/view.ts";

/** What the first token means for those who came in without one; nothing where there is one already. */
export function FirstTokenNote({ isFirst }: { isFirst: boolean }) {
	const { t } = useView();
	return isFirst ? <p class="notice">{t.tokens.first}</p> : null;
}
