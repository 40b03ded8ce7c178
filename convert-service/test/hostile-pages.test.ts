import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Canary, openCanary, SECRET } from "./canary.ts";
import { type OpenService, openService } from "./open-service.ts";
import { pdfText } from "./pdf-text.ts";

// Without a network namespace, so that what Chromium and WeasyPrint themselves let through would show.
let service: OpenService;
let canary: Canary;

beforeAll(async () => {
	canary = await openCanary();
	service = await openService({ CONVERT_NETWORK_NAMESPACE: "off" });
});
afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await canary[Symbol.asyncDispose]();
});

/** A script that reports nothing, goes on after a failure, and leaves a mark when it has run to its end. */
const script = (code: string) =>
	`<script>try { ${code} } catch {} document.write("<p>script ran</p>")</script>`;

const pages: Record<string, (canary: Canary) => string> = {
	"an image": ({ url }) => `<img src="${url}/image.png">`,
	"an image of the local disk": ({ fileUrl }) => `<img src="${fileUrl}">`,
	"an image set": ({ url }) => `<img srcset="${url}/1.png 1x, ${url}/2.png 2x">`,
	"a picture of an SVG": ({ url, fileUrl }) =>
		`<svg><image href="${url}/a.png"/><image href="${fileUrl}"/><use href="${url}/b.svg#x"/></svg>`,
	"a style sheet": ({ url }) =>
		`<link rel="stylesheet" href="${url}/a.css"><style>@import "${url}/b.css";</style>`,
	"fonts and pictures of a style": ({ url, fileUrl }) =>
		`<style>@font-face{font-family:x;src:url(${url}/x.woff2)}@font-face{font-family:y;src:url(${fileUrl})}
		p{font-family:x,y;background:url(${url}/p.png);cursor:url(${url}/c.png),auto}
		@page{background:url(${url}/page.png)}li::marker{content:url(${url}/m.png)}</style><p>styled<ul><li>x</ul>`,
	"a frame": ({ url, fileUrl }) =>
		`<iframe src="${url}/frame"></iframe><iframe src="${fileUrl}"></iframe><frame src="${url}/f">`,
	"a frame of its own making": ({ url }) =>
		`<iframe srcdoc="&lt;img src='${url}/inner.png'&gt;&lt;script&gt;fetch('${url}/inner')&lt;/script&gt;"></iframe>`,
	"an object and an embed": ({ url, fileUrl }) =>
		`<object data="${url}/o.pdf"></object><embed src="${url}/e.swf"><object data="${fileUrl}"></object>`,
	"audio and video": ({ url }) =>
		`<video src="${url}/v.mp4" poster="${url}/v.png" autoplay></video><audio src="${url}/a.mp3" autoplay></audio>`,
	"a refresh": ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}/refresh"><p>stays`,
	"a refresh to the local disk": ({ fileUrl }) =>
		`<meta http-equiv="refresh" content="0;url=${fileUrl}"><p>stays`,
	"hints to the browser": ({ url, host }) =>
		["preconnect", "dns-prefetch", "prefetch", "preload", "modulepreload", "prerender", "icon", "manifest"]
			.map((rel) => `<link rel="${rel}" href="${url}/${rel}" as="script" crossorigin>`)
			.concat(`<link rel="dns-prefetch" href="//x.${host}">`)
			.join(""),
	"speculation rules": ({ url }) =>
		`<script type="speculationrules">{"prefetch":[{"urls":["${url}/s"],"eagerness":"immediate"}],
		"prerender":[{"urls":["${url}/p"],"eagerness":"immediate"}]}</script>`,
	"fetch, XHR and beacons": ({ url, fileUrl }) =>
		script(`fetch("${url}/fetch"); fetch("${fileUrl}").then((r) => r.text()).then((t) => document.write(t));
		const x = new XMLHttpRequest(); x.open("POST", "${url}/xhr"); x.send("x");
		navigator.sendBeacon("${url}/beacon", "x"); new EventSource("${url}/events"); new Image().src = "${url}/img";`),
	"a WebSocket": ({ host }) => script(`new WebSocket("ws://${host}/socket")`),
	WebRTC: ({ host }) =>
		script(`const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:${host}" },
		{ urls: "turn:${host}?transport=tcp", username: "u", credential: "c" }] });
		c.createDataChannel("x"); c.createOffer().then((o) => c.setLocalDescription(o));`),
	WebTransport: ({ host }) => script(`new WebTransport("https://${host}/transport")`),
	workers: ({ url, host }) =>
		script(`const code = 'fetch("${url}/w"); new WebSocket("ws://${host}/w"); importScripts("${url}/i.js")';
		const blob = URL.createObjectURL(new Blob([code]));
		new Worker(blob); new SharedWorker(blob); new Worker("${url}/worker.js");
		navigator.serviceWorker?.register("${url}/sw.js");`),
	popups: ({ url, fileUrl }) =>
		script(
			`open("${url}/popup"); open("${fileUrl}"); const w = open("about:blank"); w.location = "${url}/later";`,
		),
	navigation: ({ url }) => script(`setTimeout(() => { location.href = "${url}/away"; }, 0);`),
	"navigation to the local disk": ({ fileUrl }) => script(`location.href = "${fileUrl}";`),
	"a form": ({ url }) =>
		`<form method="post" action="${url}/form"><input name="x" value="y"></form>${script("document.forms[0].submit()")}`,
	"a download": ({ url }) => `<a download href="${url}/down" id="a">x</a>${script("a.click()")}`,
	"a base address": ({ url }) =>
		`<base href="${url}/"><img src="relative.png"><link rel="stylesheet" href="a.css">`,
	"an imported module": ({ url }) => `<script type="module">import "${url}/module.js";</script>`,
	"a policy report": ({ url }) =>
		`<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri ${url}/csp"><img src="x.png">`,
	"an include of XML": ({ fileUrl, url }) =>
		`<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "${fileUrl}"><!ENTITY y SYSTEM "${url}/dtd">]><html><p>&x;&y;</p></html>`,
};

describe.each(["html_to_pdf?", "md_to_pdf?engine=weasyprint&"])(
	"%s reaches nothing outside by",
	(endpoint) => {
		test.each(Object.entries(pages))("%s", async (_name, page) => {
			const body = `<h1>Heading</h1>\n\n${page(canary)}\n\n<p>after</p>`;
			const response = await service.post(`/${endpoint}wait_ms=500`, body);
			const pdf = new Uint8Array(await response.arrayBuffer());
			expect(response.status).toBe(200);
			const text = pdfText(pdf);
			expect(text).toContain("Heading");
			expect(text).not.toContain(SECRET);
			expect(Buffer.from(pdf).includes(SECRET)).toBe(false);
			expect(canary.hits).toEqual([]);
			expect(await service.leftovers()).toEqual([]);
		});
	},
);

describe("a page harms itself alone", () => {
	test.each([
		["that goes to an empty page", '<script>location = "about:blank"</script>', ""],
		["that goes to a page of its own making", "<script>location = \"javascript:'<p>Made'\"</script>", "Made"],
		["that loads itself again", "<p>Same<script>location.reload()</script>", "Same"],
		["that writes itself anew", '<script>onload = () => document.write("<p>Anew")</script>', "Anew"],
		[
			"that breaks what it is asked with",
			"<p>Whole<script>window.addEventListener = document.querySelector = () => { throw 1 }</script>",
			"Whole",
		],
		[
			"that breaks what its diagram is drawn with",
			'<pre class="mermaid">graph TD; A-->B</pre><script>document.createElement = () => { throw 1 }</script>',
			"graph",
		],
	])("%s", async (_name, page, text) => {
		const response = await service.post("/html_to_pdf?wait_ms=2000", page);
		expect(response.status).toBe(200);
		expect(pdfText(new Uint8Array(await response.arrayBuffer()))).toContain(text);
	});
});

test("the canary sings when it is reached", async () => {
	await using other = await openCanary();
	await fetch(`${other.url}/here`);
	expect(other.hits).toEqual(["GET /here HTTP/1.1"]);
});

test("a page that asks for something outside is told so", async () => {
	const response = await service.post(
		"/html_to_pdf?wait_ms=60000",
		`<img src="${canary.url}/1.png"><img src="${canary.url}/2.png">`,
	);
	expect(response.headers.get("x-warning")).toBe(
		"2 outside references were not loaded: only what the document itself holds is shown",
	);
});

test("the service is whole after all of them", async () => {
	const health = await service.health();
	expect(health.status).toBe("ok");
	expect(service.log().filter(({ level }) => level > 40)).toEqual([]);
});
