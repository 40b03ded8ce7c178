// An address such as #L900 may name a line that the first part of a long file doesn't hold: load the part that does.
export function followAnchors() {
	addEventListener("hashchange", follow);
	follow();
}

function follow() {
	const line = /^#L(\d+)$/.exec(location.hash)?.[1];
	if (line === undefined || document.getElementById(`L${line}`) !== null) return;
	const url = new URL(location.href);
	if (document.querySelector(".code") === null || url.searchParams.get("from") === line) return;
	url.searchParams.set("from", line);
	location.replace(url);
}
