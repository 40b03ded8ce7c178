/** A size in the unit in which a disk is spoken of: MB below 1,000 of them, then GB, as `en` or `de` writes numbers. */
export function sizeText(megabytes: number, language: "en" | "de"): string {
	const isLarge = megabytes >= 1_000;
	const digits = new Intl.NumberFormat(language, {
		maximumFractionDigits: isLarge && megabytes < 100_000 ? 1 : 0,
	});
	return isLarge ? `${digits.format(megabytes / 1_000)} GB` : `${digits.format(megabytes)} MB`;
}
