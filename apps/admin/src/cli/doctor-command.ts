import { diagnose, findingsText, isWell } from "@cairn/diagnostics";
import { systemClock } from "@cairn/kernel";
import { parseFlags } from "@cairn/kernel/command-line";
import { widthOf } from "@cairn/kernel/wrap-words";
import { readServerPlaces } from "../config.ts";
import { adminQuestions } from "../health/admin-questions.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, settingsInForce } from "./data-folder.ts";
import { printLine } from "./print-line.ts";

/** Looks at what a support request asks for, on the server. */
export const doctorCommand: Command = {
	name: "doctor",
	summary: "check what usually is wrong when something doesn't work",
	usage: `Usage: cairn-admin doctor [--data DIR]

Checks on the server: the registry's address and token, proxy, clock, disk,
permissions of the data, versions, the converter's engines and its token; each
with what to do. On a laptop, cairn doctor does the same there.

The servers are those of the npm start that works on the data folder, or those
that REGISTRY_URL and TOOLS_CONVERT_URL name. The tokens of
TOOLS_REGISTRY_TOKEN and TOOLS_CONVERT_TOKEN, or CONVERT_TOKEN, are tried where
they are set.

${DATA_USAGE}
  --json       as JSON

Exit codes: 0 when nothing failed, else 1.`,
	async run(args, cli) {
		const { data, json } = parseFlags(args, { ...DATA_OPTION, json: { type: "boolean" } });
		const places = readServerPlaces(await settingsInForce(data, cli));
		const findings = await diagnose(adminQuestions(places, systemClock));
		await printLine(
			cli.stdout,
			json ? JSON.stringify(findings) : findingsText(findings, widthOf(cli.stdout)),
		);
		return isWell(findings) ? 0 : 1;
	},
};
