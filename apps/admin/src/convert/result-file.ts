import { TARGETS, type Target } from "./choices.ts";

interface Kind {
	extension: string;
	type: string;
}

/** Pages as pictures come in an archive. */
const KINDS: Readonly<Record<Target, Kind>> = {
	pdf: { extension: "pdf", type: "application/pdf" },
	md: { extension: "md", type: "text/markdown; charset=utf-8" },
	html: { extension: "html", type: "text/html; charset=utf-8" },
	text: { extension: "txt", type: "text/plain; charset=utf-8" },
	png: { extension: "zip", type: "application/zip" },
};

/** How the result for a document of this name is called, and its media type. */
export function resultFile(name: string, to: string): { name: string; type: string } {
	const target = TARGETS.find((candidate) => candidate === to);
	const { extension, type } = target === undefined ? OTHER : KINDS[target];
	const base = name.replace(/\.[^.]*$/, "");
	return { name: `${base === "" ? "document" : base}.${extension}`, type };
}

const OTHER: Kind = { extension: "bin", type: "application/octet-stream" };
