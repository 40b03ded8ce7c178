import { wrapWords } from "@cairn/kernel/wrap-words";
import type { Finding } from "./finding.ts";
import { sentencesEn } from "./sentences-en.ts";

const MARKS = { ok: "ok", warning: "WARNING", failed: "FAILED", left_out: "-" } as const;

/** Where the sentences begin. */
const INDENT = " ".repeat(22);

/** Findings for a terminal of that width: a line each, and below it what to do. */
export function findingsText(findings: readonly Finding[], width = Number.POSITIVE_INFINITY): string {
	return findings
		.map((finding) => {
			const { says, todo } = sentencesEn(finding);
			const line = `${MARKS[finding.status].padEnd(8)} ${finding.check.padEnd(12)} ${says}`;
			return wrapWords(todo === undefined ? line : `${line}\n${INDENT}${todo}`, width, INDENT);
		})
		.join("\n");
}

/** Whether nothing failed. */
export const isWell = (findings: readonly Finding[]) => findings.every(({ status }) => status !== "failed");
