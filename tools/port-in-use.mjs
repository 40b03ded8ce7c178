const ANSWER_MS = 5_000;

/** What each server says on /ready when it is Cairn's. */
const READY = { registry: /^ready$/, admin: /^\{"status":/, convert: /^ready$/ };
const WORDS = {
	registry: "its registry is at",
	admin: "its admin pages are at",
	convert: "its convert service is at",
};

const WITHOUT = " To leave the convert service out: npm start -- --without-convert";

/**
 * Why a server could not have its port, as a sentence: a Cairn that runs already is told by its addresses.
 * @param server the server's `name`, `port` and the `flag` that gives it another port
 * @param ports the port of each server, by its name
 */
export async function portInUse({ name, port, flag }, ports) {
	const found = await Promise.all(Object.entries(ports).map(([of, at]) => addressOf(of, at)));
	const running = Object.fromEntries(found.filter(Boolean));
	if (running[name] === undefined) {
		return (
			`port ${port}, which ${name} listens on, is in use by another program. ` +
			`Stop what uses it, or choose another: npm start -- ${flag} N (0 takes any free one).${name === "convert" ? WITHOUT : ""}`
		);
	}
	const places = Object.entries(running).map(([of, url]) => `${WORDS[of]} ${url}`);
	return (
		`a Cairn runs already, so port ${port}, which ${name} listens on, is in use: ${places.join(", ")}. ` +
		"Use that one, or stop it by Ctrl-C where it was started. One beside it needs ports and a data folder of its own: " +
		"npm start -- --registry-port 0 --admin-port 0 --convert-port 0 --data DIR"
	);
}

async function addressOf(name, port) {
	if (port === 0) return undefined;
	const url = `http://127.0.0.1:${port}`;
	try {
		const answer = await fetch(`${url}/ready`, {
			signal: AbortSignal.timeout(ANSWER_MS),
			redirect: "manual",
		});
		return READY[name].test((await answer.text()).slice(0, 100)) ? [name, url] : undefined;
	} catch {
		return undefined;
	}
}
