import type { Finding } from "./finding.ts";
import { sentencesEn } from "./sentences-en.ts";

const MARKS = { ok: "ok", warning: "WARNING", failed: "FAILED", left_out: "-" } as const;

/** Findings for a terminal: a line each, and below it what to do. */
export function findingsText(findings: readonly Finding[]): string {
	return findings
		.map((finding) => {
			const { says, todo } = sentencesEn(finding);
			const line = `${MARKS[finding.status].padEnd(8)} ${finding.check.padEnd(12)} ${says}`;
			return todo === undefined ? line : `${line}\n${" ".repeat(22)}${todo}`;
		})
		.join("\n");
}

/** Whether nothing failed. */
export const isWell = (findings: readonly Finding[]) => findings.every(({ status }) => status !== "failed");
