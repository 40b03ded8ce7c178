import { useView } from "../view/view.ts";

/** The session's token, by which a form is known as ours where the browser doesn't say where it comes from. */
export function CsrfField() {
	const { csrf } = useView();
	return csrf === undefined ? null : <input type="hidden" name="csrf" value={csrf} />;
}
