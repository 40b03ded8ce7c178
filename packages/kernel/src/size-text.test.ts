import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test.each([
	[0, "0 bytes", "0 Byte"],
	[1, "1 byte", "1 Byte"],
	[1_023, "1,023 bytes", "1.023 Byte"],
	[1_024, "1 KiB", "1 KiB"],
	[1_500, "1.5 KiB", "1,5 KiB"],
	[2 ** 20 - 1, "1 MiB", "1 MiB"],
	[150 * 2 ** 20, "150 MiB", "150 MiB"],
	[51_662_000_000, "48.1 GiB", "48,1 GiB"],
	[2_000 * 2 ** 40, "2,000 TiB", "2.000 TiB"],
])("%i bytes are %s, and %s in German", (bytes, english, german) => {
	expect([sizeText(bytes, "en"), sizeText(bytes, "de")]).toEqual([english, german]);
});
