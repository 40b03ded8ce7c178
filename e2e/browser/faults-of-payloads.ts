/** What became of payloads in a page, as sentences; runs in the page. */
export function faultsOfPayloads(): string[] {
	const faults: string[] = [];
	if ("pwned" in window) faults.push("a global was changed");
	for (const { outerHTML } of document.querySelectorAll("[data-pwn]"))
		faults.push(`an element was made: ${outerHTML.slice(0, 120)}`);
	for (const element of document.querySelectorAll("*")) {
		for (const { name, value } of element.attributes) {
			if (name.startsWith("on")) faults.push(`${element.tagName} has ${name}`);
			const leads = /^(href|src|action|formaction|xlink:href|hx-\w+)$/.test(name);
			if (leads && /^\s*(javascript|data:text|vbscript|\/\/|https?:\/\/xss)/i.test(value))
				faults.push(`${element.tagName} leads to ${value}`);
		}
	}
	for (const script of document.scripts) if (script.src === "") faults.push("a script stands in the page");
	return faults;
}
