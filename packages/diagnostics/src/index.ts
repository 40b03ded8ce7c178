export type { DatabaseQuestion } from "./check-database.ts";
export type { DataQuestion } from "./check-disk.ts";
export { diagnose, type Questions } from "./diagnose.ts";
export type { CheckName, Finding } from "./finding.ts";
export { findingsText, isWell } from "./findings-text.ts";
export { sentencesDe } from "./sentences-de.ts";
export { sentencesEn } from "./sentences-en.ts";
