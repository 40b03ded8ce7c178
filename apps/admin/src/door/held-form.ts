import { getCookie } from "hono/cookie";
import type { AdminContext } from "../view/admin-env.ts";
import { isPlainForm, PLAIN_FORM } from "./plain-form.ts";
import { privateCookieName } from "./private-cookie.ts";

/**
 * The forms into which somebody types what would be a loss, by where they are sent. Each of them asks {@link isReturned}
 * before it does anything. Ids are taken as they are made, since a path with other characters can stand for another address,
 * as one with a backslash does.
 */
const HELD = [
	/^\/claims$/,
	/^\/claims\/[\w-]+\/edit$/,
	/^\/routines$/,
	/^\/routines\/[\w-]+\/edit$/,
	/^\/agents\/[\w-]+\/tokens$/,
	/^\/new-agent$/,
	/^\/connect$/,
	/^\/settings\/hosts$/,
];
/** Says that a form is to be shown with what is in it, and not done. Whoever sends it gets no more than that. */
const RETURNED = "X-Cairn-Returned";

/** A form that came when the session had ended: the page where one signs in keeps it, and it comes back filled in. */
export interface HeldForm {
	/** The path that it was sent to, without the base path. */
	readonly path: string;
	/** Its fields, as forms are sent, in base64url. */
	readonly fields: string;
}

/** The form of a request that can't be taken for want of a session; undefined for one that holds nothing typed. */
export async function holdForm(c: AdminContext): Promise<HeldForm | undefined> {
	const { path, method } = c.req;
	if (method !== "POST" || !isPlainForm(c) || !isHeld(path)) return undefined;
	const fields = new URLSearchParams();
	for (const [name, value] of Object.entries(await c.req.parseBody())) {
		if (name !== "csrf" && typeof value === "string") fields.append(name, value);
	}
	return { path, fields: Buffer.from(fields.toString()).toString("base64url") };
}

/** What the page where one signs in sent along of a held form; undefined for none, or for what no form of ours is. */
export function readHeldForm(form: Readonly<Record<string, unknown>>): HeldForm | undefined {
	const { held_path: path, held_fields: fields } = form;
	return typeof path === "string" && typeof fields === "string" && isHeld(path)
		? { path, fields }
		: undefined;
}

/** The request by which a held form comes back filled in, in the name of a session that has just begun. */
export function returnOf(c: AdminContext, { path, fields }: HeldForm, session: SessionCookie): Request {
	const headers = new Headers(c.req.raw.headers);
	const cookies = { ...getCookie(c), [privateCookieName(c, session.name)]: session.value };
	headers.set(
		"Cookie",
		Object.entries(cookies)
			.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
			.join("; "),
	);
	headers.set("Content-Type", PLAIN_FORM);
	headers.set(RETURNED, "1");
	headers.delete("Content-Length");
	headers.delete("Transfer-Encoding");
	const body = Buffer.from(fields, "base64url").toString();
	return new Request(new URL(path, c.req.url), { method: "POST", headers, body });
}

interface SessionCookie {
	readonly name: string;
	readonly value: string;
}

/** Whether a form came back after its session had ended: it is shown with what is in it, and nothing is done. */
export function isReturned(c: AdminContext): boolean {
	return c.req.header(RETURNED) !== undefined && isHeld(c.req.path);
}

function isHeld(path: string): boolean {
	return HELD.some((pattern) => pattern.test(path));
}
