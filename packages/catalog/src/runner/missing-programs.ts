import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";

/** The programs that are not on a PATH. */
export async function missingPrograms(programs: readonly string[], path: string): Promise<readonly string[]> {
	const folders = path.split(":").filter((folder) => folder !== "");
	const found = await Promise.all(programs.map((program) => isIn(folders, program)));
	return programs.filter((_, index) => !found[index]);
}

async function isIn(folders: readonly string[], program: string): Promise<boolean> {
	for (const folder of folders) {
		const file = join(folder, program);
		const usable = await access(file, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (usable && (await stat(file)).isFile()) return true;
	}
	return false;
}
