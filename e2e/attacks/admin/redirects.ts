import type { Attacks } from "../refuse-table.ts";
import { get, leadsTo, setsNothing } from "./requests.ts";

/** Where somebody who is signed in is led from the page where one signs in. */
const next = (place: string): Attacks[string] => ({
	attempt: get(`/login?next=${encodeURIComponent(place)}`),
	status: 303,
	answer: leadsTo("/"),
});

/** Addresses that would lead the owner elsewhere, or put a header into an answer. */
export const REDIRECTS: Attacks = {
	"a way to another site": next("https://evil.example/"),
	"a way to another site without its scheme": next("//evil.example/"),
	"a way to another site by a backslash": next("/\\evil.example/"),
	"a way to another site by a tab": next("/\t/evil.example/"),
	"a way to another site by a step back": next("/..//evil.example/"),
	"a way to a script": next("javascript:alert(1)"),
	"a way with a line break in it": {
		attempt: get("/login?next=/%0d%0aSet-Cookie:%20a=b"),
		status: 303,
		answer: setsNothing,
	},
	"a line break in an address": {
		attempt: get("/agents/x%0d%0aSet-Cookie:%20a=b/files"),
		status: 404,
		answer: setsNothing,
	},
	"a line break in the name of a download": {
		attempt: get("/agents/bob/raw/x%0d%0aSet-Cookie:%20a=b"),
		status: 404,
		answer: setsNothing,
	},
};
