import { execFile, spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGzip } from "node:zlib";

const run = promisify(execFile);

/** Whether a Docker engine answers, and has made an image of that name. */
export async function hasImage(image: string): Promise<boolean> {
	return run("docker", ["image", "inspect", image]).then(
		() => true,
		() => false,
	);
}

/** What has to be fetched of an image by who has its base: its own layers, compressed as registries keep them; MiB. */
export async function compressedMiB(image: string, base: string): Promise<number> {
	const own = (await layersOf(image)).length - (await layersOf(base)).length;
	const folder = await mkdtemp(join(tmpdir(), "cairn-image-"));
	try {
		await unpackImage(image, folder);
		const [{ Layers }] = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
		let bytes = 0;
		for (const layer of Layers.slice(-own)) bytes += await gzippedBytes(join(folder, layer));
		return bytes / 2 ** 20;
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function layersOf(image: string): Promise<readonly string[]> {
	const { stdout } = await run("docker", ["image", "inspect", "--format", "{{json .RootFS.Layers}}", image]);
	return JSON.parse(stdout);
}

async function unpackImage(image: string, folder: string): Promise<void> {
	const save = spawn("docker", ["save", image], { stdio: ["ignore", "pipe", "inherit"] });
	const tar = spawn("tar", ["-x", "-C", folder], { stdio: ["pipe", "ignore", "inherit"] });
	const unpacked = new Promise((resolve) => tar.once("exit", resolve));
	await pipeline(save.stdout, tar.stdin);
	if ((await unpacked) !== 0) throw new Error(`${image} could not be unpacked`);
}

async function gzippedBytes(file: string): Promise<number> {
	let bytes = 0;
	const gzip = createGzip();
	gzip.on("data", (chunk: Buffer) => {
		bytes += chunk.length;
	});
	await pipeline(createReadStream(file), gzip);
	return bytes;
}
