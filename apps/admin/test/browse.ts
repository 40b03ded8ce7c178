import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { request as requestTls } from "node:https";
import { text } from "node:stream/consumers";

export interface Answer {
	status: number | undefined;
	location: string | undefined;
	setCookie: string | undefined;
	retryAfter: string | undefined;
	body: string;
}

export interface Place {
	/** The address that is connected to. */
	address: string;
	port: number;
	/** The host that the browser's address names, with its port. */
	host: string;
	/** The certificate to trust, over https. */
	ca?: string | undefined;
	headers?: Record<string, string>;
}

/** Sends requests over real connections under any host name, as a browser with that name in its address would. */
export function browse(place: Place) {
	const origin = `${place.ca === undefined ? "http" : "https"}://${place.host}`;
	const send = async (path: string, headers: Record<string, string>, form?: Record<string, string>) => {
		const { address: hostname, port, host, ca } = place;
		const body = form === undefined ? undefined : new URLSearchParams(form).toString();
		const options = {
			hostname,
			port,
			path,
			method: body === undefined ? "GET" : "POST",
			agent: false,
			headers: {
				host,
				...(body !== undefined && { "content-type": "application/x-www-form-urlencoded", origin }),
				...place.headers,
				...headers,
			},
		} as const;
		// The name in the certificate isn't the matter here; that it is this certificate is.
		const sent =
			ca === undefined
				? request(options)
				: requestTls({ ...options, ca, checkServerIdentity: () => undefined });
		sent.end(body);
		const [answer] = (await once(sent, "response")) as [IncomingMessage];
		return {
			status: answer.statusCode,
			location: answer.headers.location,
			setCookie: answer.headers["set-cookie"]?.[0],
			retryAfter: answer.headers["retry-after"],
			body: await text(answer),
		} satisfies Answer;
	};
	return {
		get: (path: string, headers: Record<string, string> = {}) => send(path, headers),
		post: (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
			send(path, headers, form),
	};
}
