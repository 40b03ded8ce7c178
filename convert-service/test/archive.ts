import { buffer } from "node:stream/consumers";
import yazl from "yazl";

/** An archive of some parts, by their names, in this order. */
export async function archive(parts: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
	const zip = new yazl.ZipFile();
	for (const [name, content] of Object.entries(parts)) {
		// The mark of OpenDocument and EPUB must lie uncompressed.
		zip.addBuffer(Buffer.from(content), name, { compress: name !== "mimetype" });
	}
	zip.end();
	return new Uint8Array(await buffer(zip.outputStream));
}
