// Follows an answer that leads to the page for signing in, as the session has ended. htmx does so by itself.
export function leadsAway(response) {
	const place = response.headers.get("HX-Redirect");
	if (place !== null) location.href = place;
	return place !== null;
}
