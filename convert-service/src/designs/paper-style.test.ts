import { expect, test } from "vitest";
import { paperStyle } from "./paper-style.ts";

test.each([
	[{}, ""],
	[{ format: "A5" }, "<style>@page { size: 148mm 210mm;  }</style>"],
	[{ landscape: true }, "<style>@page { size: 297mm 210mm;  }</style>"],
	[{ format: "Letter", landscape: true }, "<style>@page { size: 11in 8.5in;  }</style>"],
	[{ landscape: false }, "<style>@page { size: 210mm 297mm;  }</style>"],
	[{ margin: "2cm 15mm" }, "<style>@page {  margin: 2cm 15mm; }</style>"],
] as const)("the paper of %j", (paper, style) => {
	expect(paperStyle(paper)).toBe(style);
});
