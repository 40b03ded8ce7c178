import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test.each([
	[0, "0 MB", "0 MB"],
	[999, "999 MB", "999 MB"],
	[1_000, "1 GB", "1 GB"],
	[1_450, "1.5 GB", "1,5 GB"],
	[51_662, "51.7 GB", "51,7 GB"],
	[1_234_567, "1,235 GB", "1.235 GB"],
])("%i megabytes are %s, and %s in German", (megabytes, english, german) => {
	expect([sizeText(megabytes, "en"), sizeText(megabytes, "de")]).toEqual([english, german]);
});
