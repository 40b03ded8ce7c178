import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Words, and in how many lines of the tree they stand: one fits on a page, the other takes several. */
export const RARE = { word: "needle", lines: 50 };
export const COMMON = { word: "haystack", lines: 1_000 };

/** Fills a folder with 10,000 text files of some 3 KB in 600 directories, and a few of set sizes. */
export function plantTree(folder: string): void {
	for (let directory = 0; directory < 100; directory++) {
		for (let below = 0; below < 5; below++) {
			const place = join(folder, `d${directory}`, `s${below}`);
			mkdirSync(place, { recursive: true });
			for (let file = 0; file < 20; file++) {
				const isRare = file === 3 && below === 0 && directory % 2 === 0;
				const words = (isRare ? `${RARE.word}\n` : "") + (file % 10 === 0 ? `${COMMON.word}\n` : "");
				writeFileSync(join(place, `file-${file}.txt`), paragraph(directory, file) + words);
			}
		}
	}
	mkdirSync(join(folder, "sized"));
	writeFileSync(join(folder, "sized", "10k.txt"), text(10_000));
	writeFileSync(join(folder, "sized", "1m.txt"), text(1_048_576));
}

/** Fills a folder with 100,000 empty files. */
export function plantWide(folder: string): void {
	mkdirSync(folder);
	for (let index = 0; index < 100_000; index++) writeFileSync(join(folder, `entry-${index}`), "");
}

/** Ordinary text of so many bytes. */
function text(bytes: number): string {
	return "All work and no play makes a dull agent.\n".repeat(bytes / 40).slice(0, bytes);
}

function paragraph(directory: number, file: number): string {
	return `lorem ipsum dolor sit amet, consectetur ${directory} ${file}\n`.repeat(60);
}
