import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { ZipArchive } from "../../input/zip-archive.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
	".png": "image/png",
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".gif": "image/gif",
	".svg": "image/svg+xml",
	".webp": "image/webp",
};

/** Pandoc names a document's own pictures by their place in it; here they are put into the HTML as data. */
export async function embedMedia(htmlFile: string, documentFile: string): Promise<void> {
	const html = await readFile(htmlFile, "utf8");
	const sources = new Set([...html.matchAll(/\ssrc="([^":]+)"/g)].map(([, source]) => source ?? ""));
	if (sources.size === 0) return;
	const data = await readMedia(documentFile, sources).catch(() => new Map<string, string>());
	const embedded = html.replaceAll(/(\ssrc=")([^":]+)"/g, (whole, start, source) => {
		const url = data.get(source);
		return url === undefined ? whole : `${start}${url}"`;
	});
	await writeFile(htmlFile, embedded);
}

async function readMedia(file: string, sources: ReadonlySet<string>): Promise<Map<string, string>> {
	using archive = await ZipArchive.open(file);
	const names = archive.entries().map(({ name }) => name);
	const data = new Map<string, string>();
	for (const source of sources) {
		const type = MEDIA_TYPES[extname(source).toLowerCase()];
		const name = names.find((candidate) => candidate === source || candidate.endsWith(`/${source}`));
		const bytes = type === undefined || name === undefined ? undefined : await archive.read(name);
		if (bytes !== undefined) data.set(source, `data:${type};base64,${bytes.toString("base64")}`);
	}
	return data;
}
