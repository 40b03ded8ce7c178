/** Hue in degrees; saturation and lightness from 0 to 1. */
export interface Colour {
	readonly hue: number;
	readonly saturation: number;
	readonly lightness: number;
	readonly alpha: number;
}

const NAMED: Readonly<Record<string, string>> = {
	black: "#000000",
	white: "#ffffff",
	gray: "#808080",
	grey: "#808080",
	silver: "#c0c0c0",
	navy: "#000080",
	darkgray: "#a9a9a9",
	darkgrey: "#a9a9a9",
	dimgray: "#696969",
	lightgray: "#d3d3d3",
	lightgrey: "#d3d3d3",
	gainsboro: "#dcdcdc",
	whitesmoke: "#f5f5f5",
	midnightblue: "#191970",
	darkslategray: "#2f4f4f",
};

/** Reads a colour as style sheets mostly write it: #rgb, #rrggbb, rgb(), hsl() or a common name. */
export function parseColour(text: string): Colour | undefined {
	const value = text.trim().toLowerCase();
	const hex = /^#([0-9a-f]{3,8})$/.exec(NAMED[value] ?? value)?.[1];
	if (hex !== undefined) return fromHex(hex);
	const [, model, inner = ""] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(value) ?? [];
	const [a, b, c, alpha = 1] = numbers(inner);
	if (model === undefined || a === undefined || b === undefined || c === undefined) return undefined;
	return model === "rgb" ? fromRgb([a, b, c], alpha) : fromHsl([a, b, c], alpha);
}

/** Reads what is put between the brackets of hsl() or rgb() by whoever uses it: "222 47% 11%" or "17, 24, 39". */
export function parseTriple(text: string): { colour: Colour; model: "hsl" | "rgb" } | undefined {
	const triple = /^(\d+(?:\.\d+)?)(?:deg)?[\s,]+(\d+(?:\.\d+)?)(%?)[\s,]+(\d+(?:\.\d+)?)(%?)$/.exec(
		text.trim(),
	);
	if (triple === null) return undefined;
	const values: Three = [Number(triple[1]), Number(triple[2]), Number(triple[4])];
	if (triple[3] === "%" && triple[5] === "%") return { colour: fromHsl(values, 1), model: "hsl" };
	if (triple[3] === "" && triple[5] === "" && values.every((value) => value <= 255)) {
		return { colour: fromRgb(values, 1), model: "rgb" };
	}
	return undefined;
}

export function hslNumbers({ hue, saturation, lightness }: Colour): string {
	return `${round(hue)} ${round(saturation * 100)}% ${round(lightness * 100)}%`;
}

export function rgbNumbers({ hue, saturation, lightness }: Colour): string {
	const reach = saturation * Math.min(lightness, 1 - lightness);
	const channel = (offset: number) => {
		const k = (offset + hue / 30) % 12;
		return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
	};
	return [channel(0), channel(8), channel(4)].join(", ");
}

type Three = readonly [number, number, number];

function numbers(inner: string): number[] {
	const parts = inner.split(/[\s,/]+/).filter((part) => part !== "");
	const values = parts.map(
		(part, at) => Number.parseFloat(part) * (at === 3 && part.endsWith("%") ? 0.01 : 1),
	);
	return values.some(Number.isNaN) ? [] : values;
}

function fromHex(hex: string): Colour | undefined {
	const long = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join("") : hex;
	if (long.length !== 6 && long.length !== 8) return undefined;
	const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((pair) =>
		Number.parseInt(pair, 16),
	);
	return fromRgb([red, green, blue], alpha / 255);
}

function fromHsl([hue, saturation, lightness]: Three, alpha: number): Colour {
	return {
		hue: hue % 360,
		saturation: share(saturation / 100),
		lightness: share(lightness / 100),
		alpha: share(alpha),
	};
}

function fromRgb(rgb: Three, alpha: number): Colour {
	const [red, green, blue] = [share(rgb[0] / 255), share(rgb[1] / 255), share(rgb[2] / 255)];
	const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
	const range = most - least;
	const lightness = (most + least) / 2;
	const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1));
	return { hue: hueOf([red, green, blue], most, range), saturation, lightness, alpha: share(alpha) };
}

function hueOf([red, green, blue]: Three, most: number, range: number): number {
	if (range === 0) return 0;
	if (most === red) return (60 * ((green - blue) / range) + 360) % 360;
	return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}

const share = (value: number) => Math.min(1, Math.max(0, value));
const round = (value: number) => Math.round(value * 10) / 10;
