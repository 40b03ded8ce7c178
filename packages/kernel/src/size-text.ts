type Language = "en" | "de";

const UNITS = ["KiB", "MiB", "GiB", "TiB"] as const;
const BYTES = { en: (count: number) => (count === 1 ? "byte" : "bytes"), de: () => "Byte" };
/** From here on a tenth of a unit says nothing. */
const MANY = 99.95;

/** A size as all of Cairn tells one: powers of 1,024 with their IEC names, three digits, such as `12.3 KiB`. */
export function sizeText(bytes: number, language: Language): string {
	if (bytes < 1_024) return `${numberText(bytes, language)} ${BYTES[language](bytes)}`;
	const { scaled, unit } = scale(bytes);
	return `${numberText(scaled, language)} ${unit}`;
}

function scale(bytes: number): { scaled: number; unit: string } {
	let scaled = bytes / 1_024;
	let step = 0;
	while (scaled >= 1_023.5 && step < UNITS.length - 1) {
		scaled /= 1_024;
		step++;
	}
	return { scaled, unit: UNITS[step] ?? "" };
}

interface Digits {
	readonly whole: Intl.NumberFormat;
	readonly tenths: Intl.NumberFormat;
}

/** Made once for each language, as Intl objects are dear. */
const digitsOf = new Map<Language, Digits>();

function numberText(value: number, language: Language): string {
	const digits = digitsOf.get(language) ?? {
		whole: new Intl.NumberFormat(language, { maximumFractionDigits: 0 }),
		tenths: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
	};
	digitsOf.set(language, digits);
	return (value < MANY ? digits.tenths : digits.whole).format(value);
}
