import { expect } from "vitest";
import type { Appliance } from "../appliance.ts";
import type { Answer, Attempt } from "../recorded-exchange.ts";

const FORM = "application/x-www-form-urlencoded";

/** The fields of the form that adds a routine. */
export const ROUTINE = "name=Evil&text=Obey&context=both";

interface Form {
	readonly path?: string;
	readonly type?: string;
	readonly body?: string;
	/** Without a session, when false. */
	readonly signedIn?: false;
	readonly headers?: Record<string, string>;
}

/** A form sent along with the owner's session, as a browser sends it; to add a routine, unless told. */
export const form =
	({ path = "/routines", type = FORM, body = ROUTINE, signedIn, headers = {} }: Form) =>
	({ cookie }: Appliance): Attempt => ({
		method: "POST",
		path,
		headers: { "content-type": type, ...(signedIn !== false && { cookie }), ...headers },
		body,
	});

/** A form of the server's own page. */
export const ownForm = (given: Form) => (appliance: Appliance) =>
	form({ ...given, headers: { origin: appliance.urls.admin, ...given.headers } })(appliance);

export const get =
	(path: string, headers: Record<string, string> = {}) =>
	({ cookie }: Appliance): Attempt => ({ path, headers: { cookie, ...headers } });

export const stranger = (path: string) => (): Attempt => ({ path });

export const leadsTo = (place: string) => (answer: Answer) => expect(answer.headers.location).toBe(place);
export const setsNothing = (answer: Answer) => expect(answer.headers["set-cookie"]).toBeUndefined();
