import { diagnose, findingsText, isWell } from "@cairn/diagnostics";
import { parseFlags } from "@cairn/kernel/command-line";
import { readServerPlaces } from "../config.ts";
import { adminQuestions } from "../health/admin-questions.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE } from "./data-folder.ts";
import { printLine } from "./print-line.ts";

/** Looks at what a support request asks for, on the server. */
export const doctorCommand: Command = {
	name: "doctor",
	summary: "check what usually is wrong when something doesn't work",
	usage: `Usage: cairn-admin doctor [--data DIR]

Checks on the server: the registry's address (REGISTRY_URL) and token, proxy, clock, disk,
permissions of the data, versions, and the converter's engines (TOOLS_CONVERT_URL); each
with what to do. On a laptop, cairn doctor does the same there.

${DATA_USAGE}
  --json       as JSON

Exit codes: 0 when nothing failed, else 1.`,
	async run(args, { env, stdout }) {
		const { data, json } = parseFlags(args, { ...DATA_OPTION, json: { type: "boolean" } });
		const places = readServerPlaces(data === undefined ? env : { ...env, CAIRN_DATA_DIR: data });
		const findings = await diagnose(adminQuestions(places, Date.now()));
		await printLine(stdout, json ? JSON.stringify(findings) : findingsText(findings));
		return isWell(findings) ? 0 : 1;
	},
};
