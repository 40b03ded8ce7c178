import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Scripts of the usual size: a manifest and a program of a few lines. */
export async function seedScripts(folder: string, count: number): Promise<void> {
	for (let index = 0; index < count; index++) await writeScript(folder, `script_${index}`);
}

/** Puts a script into the folder of scripts whole, by one rename, as somebody does who moves it there. */
export async function writeScript(folder: string, name: string): Promise<void> {
	const aside = join(folder, `.${name}`);
	await mkdir(aside, { recursive: true });
	const manifest = `name: ${name}\ndescription: Does what ${name} does.\nexec: ./run.sh\n`;
	await writeFile(join(aside, "manifest.yaml"), manifest);
	await writeFile(join(aside, "run.sh"), "#!/bin/sh\n");
	await chmod(join(aside, "run.sh"), 0o755);
	await rename(aside, join(folder, name));
}
