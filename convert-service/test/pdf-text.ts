import { spawnSync } from "node:child_process";

/** The text of a PDF, read by poppler itself and not by the service. */
export function pdfText(pdf: Uint8Array): string {
	const { stdout, stderr, status } = spawnSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" });
	if (status !== 0) throw new Error(`pdftotext: ${stderr}`);
	return stdout;
}

/** How many pages a PDF has, by poppler's pdfinfo. */
export function pdfPages(pdf: Uint8Array): number {
	const { stdout } = spawnSync("pdfinfo", ["-"], { input: pdf, encoding: "utf8" });
	return Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1]);
}
