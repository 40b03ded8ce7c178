/** Browsers in the order in which their names decide: many name others beside themselves. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/\bFirefox\/(\d+)/, "Firefox"],
	[/\bEdg(?:e|A|iOS)?\/(\d+)/, "Edge"],
	[/\bOPR\/(\d+)/, "Opera"],
	[/\bSamsungBrowser\/(\d+)/, "Samsung Internet"],
	[/\b(?:Headless)?Chrom(?:e|ium)\/(\d+)/, "Chrome"],
	[/\bCriOS\/(\d+)/, "Chrome"],
	[/\bVersion\/(\d+)[\d.]* .*Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/\b(?:iPhone|iPod)\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b/, "macOS"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"],
];

/** A browser by what its User-Agent header says, such as `Firefox 140, Linux`; undefined for one that isn't known. */
export function browserName(userAgent: string): string | undefined {
	const browser = BROWSERS.flatMap(([pattern, name]) => {
		const version = pattern.exec(userAgent)?.[1];
		return version === undefined ? [] : [`${name} ${version}`];
	})[0];
	const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
	return browser === undefined || system === undefined ? browser : `${browser}, ${system}`;
}
