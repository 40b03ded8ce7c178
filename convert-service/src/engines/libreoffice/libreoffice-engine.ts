import { cp, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sizeText } from "@cairn/kernel/size-text";
import { conversionError } from "../../conversion-error.ts";
import type { Format } from "../../formats.ts";
import { runProcess } from "../../process/run-process.ts";
import { SparePool } from "../../supervisor/spare-pool.ts";
import { workerProgram } from "../../worker-program.ts";
import type { Engine, EngineContext, EngineOutput, EngineState, EngineTask } from "../engine.ts";
import { EngineCrash } from "../engine-crash.ts";
import { findProgram } from "../find-program.ts";
import { START_LIMIT_MS } from "../start-limit.ts";
import { Office } from "./office.ts";
import { officePipe, removeOfficeSockets } from "./office-sockets.ts";
import { profileSettings } from "./profile.ts";
import { SubstitutedFonts } from "./substituted-fonts.ts";

const PROGRAMS = ["/usr/lib/libreoffice/program/soffice.bin", "/opt/libreoffice/program/soffice.bin"];
/** The Python that Debian's python3-uno is for, which need not be the first in the path. */
const PYTHONS = ["/usr/bin/python3"];
const HOW_TO_INSTALL =
	"install libreoffice-writer-nogui, libreoffice-calc-nogui, libreoffice-impress-nogui and python3-uno";

/** By which filter a document is read: none is guessed, so that none is read as something else. */
const FILTERS: Partial<Record<Format, string>> = {
	docx: "MS Word 2007 XML",
	odt: "writer8",
	rtf: "Rich Text Format",
	xlsx: "Calc MS Excel 2007 XML",
	ods: "calc8",
	pptx: "Impress MS PowerPoint 2007 XML",
	odp: "impress8",
};

interface SpareOffice {
	readonly office: Office;
	readonly folder: string;
}

/**
 * LibreOffice as processes for one document each, started ahead of need on copies of a seeded profile: documents convert at
 * once, and one that brings its office down fails alone.
 */
export function createLibreOffice(context: EngineContext): Engine {
	const { config, folders, idleCores, isolation, memoryWatch } = context;
	const substituted = new SubstitutedFonts(context.programs);
	const never = new AbortController().signal;
	let state: EngineState = { missing: "it has not been started", warm: 0 };
	let programs = { soffice: "", python: "" };
	let template = "";
	const endings = new Set<Promise<void>>();
	const pool = new SparePool<SpareOffice>({
		size: config.spares.offices,
		makers: config.limits.concurrency,
		idleMakers: (isLow) => (isLow ? idleCores.count() : idleCores.countCalm()),
		make: startOffice,
		dispose: endOffice,
		isAlive: ({ office }) => office.isAlive,
	});
	idleCores.onMore(() => {
		if (state.missing === undefined) pool.refill();
	});

	async function start(): Promise<void> {
		const [soffice, python] = await Promise.all([findProgram(PROGRAMS), findProgram(PYTHONS)]);
		if (soffice === undefined || python === undefined) {
			state = { missing: `LibreOffice is not installed: ${HOW_TO_INSTALL}.`, why: "not_installed", warm: 0 };
			return;
		}
		programs = { soffice, python };
		template = await folders.make("office-template");
		const version = await readVersion();
		await seedProfile(version);
		await pool.fill();
		state =
			pool.ready > 0
				? { version, warm: pool.ready }
				: {
						version,
						missing: `LibreOffice does not come up: ${HOW_TO_INSTALL}.`,
						why: "does_not_start",
						warm: 0,
					};
	}

	async function readVersion(): Promise<string> {
		const command = { program: programs.soffice, args: ["--version"] };
		const { stdout } = await runProcess(command, { folder: template, path: config.path, signal: never });
		return /\d+(\.\d+)+/.exec(stdout.toString())?.[0] ?? "unknown";
	}

	/** The first start of a profile only makes its folders and ends: it is paid once, and then copied. */
	async function seedProfile(version: string): Promise<void> {
		await mkdir(join(template, "user"), { recursive: true });
		const shortVersion = version.split(".").slice(0, 2).join(".");
		await writeFile(join(template, "user", "registrymodifications.xcu"), profileSettings(shortVersion));
		const args = ["--headless", "--terminate_after_init", `-env:UserInstallation=file://${template}`];
		const command = isolation.wrap({ program: programs.soffice, args });
		const signal = AbortSignal.timeout(START_LIMIT_MS);
		await runProcess(command, { folder: template, path: config.path, signal }).catch(() => undefined);
	}

	async function startOffice(): Promise<SpareOffice> {
		const folder = await folders.make("office");
		await cp(template, folder, { recursive: true });
		const args = [workerProgram("office.py"), programs.soffice, folder, officePipe(folder)];
		const command = isolation.wrap(
			{ program: programs.python, args },
			{ memoryBytes: config.limits.memoryBytes },
		);
		const office = new Office(command, { folder, path: config.path });
		if (await office.whenReady()) return { office, folder };
		await endOffice({ office, folder });
		throw new EngineCrash("LibreOffice");
	}

	async function endOffice({ office, folder }: SpareOffice): Promise<void> {
		await office.end();
		await removeOfficeSockets(folder);
		await folders.remove(folder);
	}

	async function run(task: EngineTask): Promise<EngineOutput> {
		const spare = task.retry ? await startOffice() : await pool.take(task.signal);
		try {
			return await convert(spare.office, task);
		} finally {
			// The result need not wait for the process to be gone, and neither do others.
			idleCores.putOff(() => letGo(spare));
		}
	}

	function letGo(spare: SpareOffice): Promise<void> {
		const ending = endOffice(spare).finally(() => {
			endings.delete(ending);
			pool.refill();
		});
		endings.add(ending);
		return ending;
	}

	async function convert(office: Office, task: EngineTask): Promise<EngineOutput> {
		const { input, from, folder, signal } = task;
		// One that went down while it wrote has left a lock beside its file, which the next one would respect.
		const file = join(folder, task.retry ? "libreoffice-again.pdf" : "libreoffice.pdf");
		let killedForMemory = false;
		const unwatch = memoryWatch.watch(office.group ?? 0, () => {
			killedForMemory = true;
		});
		const abort = () => void office.end();
		signal.addEventListener("abort", abort);
		try {
			const answer = await office.convert({ source: input, target: file, filter: FILTERS[from] ?? "" });
			signal.throwIfAborted();
			if (killedForMemory) throw tooLarge();
			if (answer === "crashed") throw new EngineCrash("LibreOffice");
			const size = answer === "done" ? await sizeOf(file) : 0;
			if (size === 0) throw unreadable();
			const converted = { input, from, pdf: file, folder, signal };
			return { file, warnings: await substituted.warnings(converted) };
		} finally {
			unwatch();
			signal.removeEventListener("abort", abort);
		}
	}

	function tooLarge() {
		return conversionError(
			"too_complex",
			`The document needs more than ${sizeText(config.limits.memoryBytes, "en")} of memory to be laid out.`,
			"Split it, or ask the owner of the service to raise CONVERT_MEMORY.",
		);
	}

	return {
		state: () => ({ ...state, warm: pool.ready }),
		start,
		run,
		async [Symbol.asyncDispose]() {
			await pool[Symbol.asyncDispose]();
			await Promise.all(endings);
		},
	};
}

function unreadable() {
	return conversionError(
		"damaged",
		"LibreOffice can't read this document: it is damaged or protected by a password.",
		"Open it in the program that made it, and save it anew without a password.",
	);
}

const sizeOf = (file: string) =>
	stat(file).then(
		({ size }) => size,
		() => 0,
	);
