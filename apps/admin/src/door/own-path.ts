const NOWHERE = "http://cairn.invalid";

/** Path and query of an address when it is a page of ours, which all stand below `home`; never another site. */
export function ownPath(address: string | undefined, home: string): string | undefined {
	if (address === undefined || !address.startsWith("/") || !URL.canParse(address, NOWHERE)) return undefined;
	const { origin, pathname, search } = new URL(address, NOWHERE);
	const isOurs = origin === NOWHERE && pathname.startsWith(home) && !pathname.startsWith("//");
	return isOurs ? `${pathname}${search}` : undefined;
}

/** The same for a whole address, as the browser names the page that it is on. */
export function ownPage(address: string | undefined, home: string): string | undefined {
	if (address === undefined || !URL.canParse(address)) return undefined;
	const { pathname, search } = new URL(address);
	return ownPath(`${pathname}${search}`, home);
}
