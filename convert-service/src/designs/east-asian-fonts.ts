interface EastAsianFonts {
	readonly sans: string;
	readonly serif: string;
}

const simplified: EastAsianFonts = {
	sans: '"Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"',
	serif: '"Noto Serif CJK SC", "Noto Sans CJK SC", "Songti SC", "SimSun"',
};

const traditional: EastAsianFonts = {
	sans: '"Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei"',
	serif: '"Noto Serif CJK TC", "Noto Sans CJK TC", "Songti TC", "PMingLiU"',
};

const japanese: EastAsianFonts = {
	sans: '"Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic"',
	serif: '"Noto Serif CJK JP", "Noto Sans CJK JP", "Hiragino Mincho ProN", "Yu Mincho"',
};

const korean: EastAsianFonts = {
	sans: '"Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic"',
	serif: '"Noto Serif CJK KR", "Noto Sans CJK KR", "AppleMyungjo", "Batang"',
};

/** The fonts for Chinese, Japanese and Korean: one character is drawn differently in each, so the language decides. */
export function eastAsianFonts(language: string): EastAsianFonts {
	if (/^ja\b/i.test(language)) return japanese;
	if (/^ko\b/i.test(language)) return korean;
	return /^zh-(tw|hk|mo|hant)\b/i.test(language) ? traditional : simplified;
}
