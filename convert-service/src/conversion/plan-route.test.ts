import { describe, expect, test } from "vitest";
import { abilities, type EngineName } from "../engines/engine-table.ts";
import type { Engines } from "../supervisor/engines.ts";
import { chooseRoute } from "./choose-route.ts";
import { converterName, planRoute } from "./plan-route.ts";

describe("a route", () => {
	test.each([
		["html", "pdf", "chromium"],
		["md", "pdf", "markdown-it+chromium"],
		["docx", "pdf", "libreoffice"],
		["epub", "pdf", "pandoc+chromium"],
		["docx", "md", "pandoc"],
		["xlsx", "md", "libreoffice+poppler"],
		["pptx", "png", "libreoffice+poppler"],
		["text", "png", "chromium+poppler"],
		["svg", "pdf", "chromium"],
	] as const)("from %s to %s goes by %s", (from, to, converter) => {
		expect(converterName(planRoute(from, to, abilities) ?? [])).toBe(converter);
	});

	test.each([
		["pdf", "pdf"],
		["pdf", "html"],
		["png", "text"],
		["zip", "pdf"],
		["docx", "epub"],
	] as const)("from %s to %s there is none", (from, to) => {
		expect(planRoute(from, to, abilities)).toBeUndefined();
	});
});

describe("where an engine is missing", () => {
	const without = (...missing: EngineName[]): Pick<Engines, "usable" | "get"> => ({
		usable: () => abilities.filter(({ engine }) => !missing.includes(engine)),
		get: (name) => ({
			state: () => ({ warm: 0, ...(missing.includes(name) && { missing: `${name} is not installed.` }) }),
			start: async () => {},
			run: () => Promise.reject(new Error("not run")),
			[Symbol.asyncDispose]: async () => {},
		}),
	});
	const choose = (from: "docx" | "html" | "pdf", engines: Pick<Engines, "usable" | "get">, options = {}) =>
		chooseRoute({ from, to: from === "pdf" ? "text" : "pdf", options }, engines);

	test("the next best stands in, and a warning says so", () => {
		const chosen = choose("docx", without("libreoffice"));
		expect(chosen.converter).toBe("pandoc+chromium");
		expect(chosen.warnings.map(({ text }) => text)).toEqual([
			"libreoffice is missing on the server; pandoc+chromium stood in, and layout fidelity is reduced",
		]);
		expect(choose("html", without("chromium")).converter).toBe("weasyprint");
		expect(choose("html", without()).warnings).toEqual([]);
	});

	test("one that the caller asked for is not replaced", () => {
		expect(() => choose("html", without("weasyprint"), { engine: "weasyprint" })).toThrow(
			"The server can't do this: weasyprint is not installed.",
		);
	});

	test("it is named where nothing else can", () => {
		expect(() => choose("pdf", without("poppler"))).toThrow("poppler is not installed.");
	});
});
