/** A field of a form as text; empty when it is absent or a file. */
export function formText(form: Readonly<Record<string, unknown>>, name: string): string {
	const value = form[name];
	return typeof value === "string" ? value : "";
}
