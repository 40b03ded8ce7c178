import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inspectInput } from "./inspect-input.ts";

test("a text that is a little too large is refused with the limit alone, as both would round to one size", async () => {
	const folder = await mkdtemp(join(tmpdir(), "cairn-text-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const file = join(folder, "text");
	await writeFile(file, Buffer.alloc(32 * 2 ** 20 + 1, "a"));
	await expect(inspectInput(file, { unpackedBytes: 0 })).rejects.toMatchObject({
		message: "A text may have at most 32 MiB; this one has more.",
		details: { reason: "too_complex", hint: "Split it." },
	});
});
