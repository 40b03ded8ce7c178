import { expect, test } from "vitest";
import { openDocumentFonts, presentationFonts, richTextFonts, workbookFonts } from "./office-fonts.ts";

test("an OpenDocument asks for the declared fonts that its content and its default styles name", () => {
	const face = (name: string, family: string) =>
		`<style:font-face style:name="${name}" svg:font-family="${family}"/>`;
	const own = `<style:font-face style:name="Own" svg:font-family="Own"><svg:font-face-src/></style:font-face>`;
	const faces = face("F1", "&apos;Some Sans&apos;") + face("F2", "Never") + face("F3", "Default Serif") + own;
	const content = `${faces}<style:text-properties style:font-name="F1" style:font-name-asian="F2"/><style:text-properties style:font-name="Own"/>`;
	const styles = `<style:default-style style:family="paragraph"><style:text-properties style:font-name="F3"/></style:default-style><style:style><style:text-properties style:font-name="F2"/></style:style>`;
	expect(openDocumentFonts(content, styles)).toEqual(["Some Sans", "Default Serif"]);
	expect(openDocumentFonts("", "")).toEqual([]);
});

test("a workbook asks for those of its list", () => {
	const styles =
		'<fonts count="2"><font><name val="Aptos Narrow"/></font><font><name val="Aptos Narrow"/></font></fonts><cellStyles><cellStyle><name val="x"/></cellStyle></cellStyles>';
	expect(workbookFonts(styles)).toEqual(["Aptos Narrow"]);
});

test("a presentation asks for those of its slides and of its theme", () => {
	const theme =
		'<a:majorFont><a:latin typeface="Big"/></a:majorFont><a:minorFont><a:latin typeface="Small" panose="0"/></a:minorFont>';
	const slide = '<a:rPr><a:latin typeface="+mn-lt"/></a:rPr><a:rPr><a:latin typeface="Chalk"/></a:rPr>';
	expect(presentationFonts([slide, slide], theme)).toEqual(["Big", "Small", "Chalk"]);
});

test.each([
	[
		String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fswiss\fprq2{\*\panose 020b0604}Some Sans{\*\falt Arial};}{\f2\fnil Never;}}\f1 text}`,
		["Times", "Some Sans"],
	],
	[String.raw`{\rtf1{\fonttbl\f0\fswiss One;\f1\fnil Two;}{\f1\fs20 text}}`, ["Two"]],
	[String.raw`{\rtf1\ansi Cairn}`, []],
	[String.raw`{\rtf1{\fonttbl{\f0`, []],
])("the RTF document %s asks for %j", (document, fonts) => {
	expect(richTextFonts(document)).toEqual(fonts);
});
