import { expect, test } from "vitest";
import { wordFonts } from "./word-fonts.ts";

const fonts = (parts: Partial<Parameters<typeof wordFonts>[0]>) =>
	wordFonts({ texts: [], styles: "", theme: "", fontTable: "", ...parts });

const run = (attributes: string) => `<w:r><w:rPr><w:rFonts ${attributes}/></w:rPr></w:r>`;
const style = (attributes: string, content: string) => `<w:style ${attributes}>${content}</w:style>`;

test("a font that the text names is one that it asks for, once", () => {
	expect(fonts({ texts: [run('w:ascii="Aptos"'), run('w:hAnsi="Aptos" w:cs="Arial"')] })).toEqual(["Aptos"]);
});

test("of the styles only those count that the text uses, with what they are based on", () => {
	const styles = [
		'<w:docDefaults><w:rFonts w:ascii="Never"/></w:docDefaults>',
		style('w:type="paragraph" w:default="1" w:styleId="Normal"', '<w:rFonts w:ascii="Body"/>'),
		style('w:type="paragraph" w:styleId="Heading1"', '<w:basedOn w:val="Head"/>'),
		style('w:type="paragraph" w:styleId="Head"', '<w:rFonts w:ascii="Display"/>'),
		style('w:type="character" w:styleId="Code"', '<w:rFonts w:ascii="Unused"/>'),
	].join("");
	expect(fonts({ styles, texts: ['<w:pStyle w:val="Heading1"/>'] })).toEqual(["Body", "Display"]);
});

test("without a font of its own the usual paragraph has the document's", () => {
	const styles =
		'<w:docDefaults><w:rFonts w:asciiTheme="minorHAnsi"/></w:docDefaults>' +
		style('w:type="paragraph" w:default="1" w:styleId="Normal"', '<w:basedOn w:val="Normal"/>');
	const theme =
		'<a:majorFont><a:latin typeface="Big"/></a:majorFont><a:minorFont><a:latin typeface="Small"/></a:minorFont>';
	expect(fonts({ styles, theme })).toEqual(["Small"]);
});

test("a font that the document brings along is none to ask for", () => {
	const fontTable =
		'<w:font w:name="Other"><w:charset/></w:font><w:font w:name="Own"><w:embedRegular r:id="1"/></w:font>';
	expect(fonts({ texts: [run('w:ascii="Own"'), run('w:ascii="Other"')], fontTable })).toEqual(["Other"]);
});
