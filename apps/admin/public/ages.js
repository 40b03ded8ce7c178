// Keeps "3 minutes ago" true while a page stays open.
const UNITS = [
	["year", 31_557_600_000],
	["month", 2_629_800_000],
	["week", 604_800_000],
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
	["second", 1_000],
];
const EVERY_MS = 20_000;

export function keepAges() {
	const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
	setInterval(() => {
		for (const time of document.querySelectorAll("time[datetime]")) {
			const text = ageOf(Date.parse(time.dateTime) - Date.now(), format);
			if (time.textContent !== text) time.textContent = text;
		}
	}, EVERY_MS);
}

function ageOf(difference, format) {
	for (const [unit, length] of UNITS) {
		if (Math.abs(difference) >= length) return format.format(Math.trunc(difference / length), unit);
	}
	return format.format(0, "second");
}
