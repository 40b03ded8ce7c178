import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRoutineBook, type RoutineInput } from "@cairn/discovery/routines";
import { OWNER_CALLER, systemClock } from "@cairn/kernel";
import { openStore } from "@cairn/store";
import { openRegistry } from "./open-registry.ts";

const SHIPPED = fileURLToPath(new URL("../../../scripts", import.meta.url));

/** Scripts that a household may have beside those that ship: name, description, inputs. */
const HOUSEHOLD: ReadonlyArray<readonly [name: string, description: string, input?: string]> = [
	["weather_report", "Tells the weather of the coming days for a place.", "place"],
	["send_mail", "Sends an email to one or more people.", "subject"],
	["resize_images", "Makes pictures smaller for the web.", "width"],
	["translate_text", "Translates a text into another language.", "language"],
	["nas_backup", "Makes a backup of a folder on the NAS, and checks it.", "folder"],
	["scan_invoice", "Reads number, amount and due date from a scanned invoice.", "image"],
	["deploy_site", "Deploys the web site to the server.", "branch"],
	["heizung_ablesen", "Liest die Werte der Heizung und der Wärmepumpe ab."],
	["kalender_eintrag", "Trägt einen Termin in den Kalender der Familie ein.", "datum"],
	["wiki_suche", "Durchsucht das Wiki der Firma nach einem Begriff.", "begriff"],
	["photo_album", "把照片整理成相册。"],
	["price_watch", "监控商品价格，降价时通知。"],
];

/** What is claimed: entity and text; the key names it in tests. */
const CLAIMS: Readonly<Record<string, readonly [entity: string, claim: string]>> = {
	"acme-first": ["acme", "Acme is the customer with the highest priority this quarter."],
	"acme-invoice": ["acme", "Invoices to Acme go to billing by email, with the purchase order number."],
	"beta-contract": ["Beta GmbH", "Der Vertrag mit der Beta GmbH läuft Ende März aus."],
	"router-login": [
		"router",
		"The router in the hallway is restarted by its back button, never by the web page.",
	],
	"heating-curve": ["Heizung", "Die Heizkurve der Wärmepumpe steht auf 0,6; höher wird es zu warm."],
	"garden-water": ["Garten", "Die Bewässerung im Garten läuft von Mai bis September um 5 Uhr."],
	"printer-duplex": ["printer", "The printer jams with duplex; print one side only."],
	"school-holidays": ["school", "School holidays of 2027 begin on 22 July."],
	"anna-birthday": ["Anna", "Anna hat am 14. Februar Geburtstag und mag keine Schokolade."],
	"release-friday": ["phoenix", "Phoenix is never released on a Friday."],
	"phoenix-status": ["phoenix", "The migration of Phoenix to PostgreSQL is blocked by the payment module."],
	"design-default": ["documents", "Dokumente an Kunden werden im Design magic3 gesetzt."],
	"backup-drill": ["NAS", "The backup of the NAS was restored for a test in October, and worked."],
	"electricity-price": ["Strom", "Der Strompreis liegt bis 2028 fest bei 31 Cent."],
	"server-room": ["服务器", "服务器放在地下室，每周日凌晨三点自动重启。"],
	"wang-customer": ["王先生", "王先生是上海的重要客户，只用微信联系。"],
	"report-deadline": ["月报", "月度报告的截止日期是每月五号。"],
	plants: ["Balkon", "Die Tomaten auf dem Balkon brauchen jeden Abend Wasser."],
};

export interface Answer {
	readonly tools: ReadonlyArray<{ name: string; summary: string; script: string }>;
	readonly knowledge: ReadonlyArray<Record<string, unknown> & { id: string; name: string; summary: string }>;
	readonly playbooks: readonly unknown[];
	readonly routines: ReadonlyArray<{ id: string; name: string; summary: string }>;
	readonly keywords: readonly string[];
}

/** A registry with the scripts that ship, those of a household, and claims in three languages. */
export async function openDiscovery(settings: Record<string, string> = {}) {
	const scripts = await mkdtemp(join(tmpdir(), "cairn-discover-"));
	await cp(SHIPPED, scripts, { recursive: true });
	for (const script of HOUSEHOLD) await putScript(scripts, ...script);
	const registry = await openRegistry({ TOOLS_SCRIPTS_DIR: scripts, ...settings });
	const keys = new Map<string, string>();
	const token = settings.TOOLS_REGISTRY_TOKEN;
	const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
	const claim = async (key: string, entity: string, text: string, more: Record<string, unknown> = {}) => {
		const body = { entity, claim: text, kind: "fact", volatility: "stable", confidence: 0.9, ...more };
		const answer = await registry.post("/api/claims/claim_add", body, headers);
		const { id } = (await answer.json()) as { id: string };
		keys.set(id, key);
		return id;
	};
	const discover = async (prompt: string, more: Record<string, unknown> = {}): Promise<Answer> => {
		const answer = await registry.post("/discover", { prompt, ...more }, headers);
		if (answer.status !== 200) throw new Error(`/discover answered ${answer.status}: ${await answer.text()}`);
		return (await answer.json()) as Answer;
	};
	return {
		...registry,
		scripts,
		claim,
		discover,
		/** The names of the tools and the keys of the claims that a prompt finds. */
		found: async (prompt: string) => {
			const { tools, knowledge } = await discover(prompt);
			return [...tools.map(({ name }) => name), ...knowledge.map(({ id }) => keys.get(id) ?? id)];
		},
		/** Asserts the claims above, and waits until they are found. */
		claimAll: async () => {
			for (const [key, [entity, text]] of Object.entries(CLAIMS)) await claim(key, entity, text);
			const [key, [, text]] = Object.entries(CLAIMS).at(-1) ?? ["", ["", ""]];
			await until(async () => (await discover(text)).knowledge.some(({ id }) => keys.get(id) === key));
		},
		/** Adds routines as the owner does in the admin: another program on the same store. */
		addRoutines: async (inputs: readonly RoutineInput[]) => {
			await using store = await openStore({ file: join(registry.folder, "cairn.db") });
			const book = createRoutineBook({ store, clock: systemClock });
			for (const input of inputs)
				await book.add(input, { requestId: "req_test", caller: OWNER_CALLER, agent: "@owner" });
		},
		async [Symbol.asyncDispose]() {
			await registry[Symbol.asyncDispose]();
			await rm(scripts, { recursive: true });
		},
	};
}

/** Waits for something to become true, as long as the test has time. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
	while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Puts a script into a folder of scripts. */
export async function putScript(
	folder: string,
	name: string,
	description: string,
	input?: string,
): Promise<void> {
	await mkdir(join(folder, name), { recursive: true });
	const inputs = input === undefined ? "" : `inputs:\n  ${input}: { type: string }\n`;
	await writeFile(join(folder, name, "run.sh"), "#!/bin/sh\n", { mode: 0o755 });
	await writeFile(
		join(folder, name, "manifest.yaml"),
		`name: ${name}\ndescription: ${JSON.stringify(description)}\nexec: ./run.sh\n${inputs}`,
	);
}
