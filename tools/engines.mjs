import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { progress } from "./progress.mjs";
import { run, tryRun } from "./run.mjs";
import { SetupError } from "./setup-error.mjs";

/** The programs that the tests drive, what the fonts and patterns of documents come with on Debian, and a clock to set. */
const DEBIAN_PACKAGES = [
	"chromium",
	"chromium-headless-shell",
	"libreoffice-writer-nogui",
	"libreoffice-calc-nogui",
	"libreoffice-impress-nogui",
	"python3-uno",
	"weasyprint",
	"pandoc",
	"poppler-utils",
	"unzip",
	"faketime",
	"fonts-dejavu-core",
	"fonts-liberation",
	"fonts-noto-core",
	"fonts-noto-cjk",
	"fonts-noto-color-emoji",
	...["de", "en-gb", "en-us", "es", "fr", "it"].map((language) => `hyphen-${language}`),
];
const PROGRAMS = {
	LibreOffice: "soffice",
	WeasyPrint: "weasyprint",
	pandoc: "pandoc",
	poppler: "pdftotext",
	libfaketime: "faketime",
};
const APT = { env: { DEBIAN_FRONTEND: "noninteractive" } };
/** A mirror that is slow to answer is asked again, a few times; another apt-get is waited for. */
const PATIENCE = ["-o", "Acquire::Retries=5", "-o", "DPkg::Lock::Timeout=600"];

/** Makes sure that the engines are there: on Debian as root by one apt-get call. Throws a SetupError where that can't be. */
export async function installEngines() {
	if (!existsSync("/etc/debian_version")) return requirePrograms();
	const missing = await missingPackages();
	if (missing.length === 0) return;
	if (process.getuid?.() !== 0) {
		throw new SetupError(
			`the tests need the engines of the convert service, and a clock to set: sudo apt-get install --no-install-recommends ${missing.join(" ")}`,
		);
	}
	await progress("installing the engines of the convert service, 5 to 15 minutes once", async () => {
		const failure = "apt-get could not install the engines of the convert service; its output is above.";
		await run("apt-get", [...PATIENCE, "update"], { ...APT, failure });
		await run("apt-get", [...PATIENCE, "install", "-y", "--no-install-recommends", ...missing], {
			...APT,
			failure,
		});
	});
}

async function missingPackages() {
	const { output } = await tryRun("dpkg-query", [
		"-W",
		`-f=\${Package} \${db:Status-Status}\\n`,
		...DEBIAN_PACKAGES,
	]);
	const installed = new Set(output.split("\n").filter((line) => line.endsWith(" installed")));
	return DEBIAN_PACKAGES.filter((name) => !installed.has(`${name} installed`));
}

function requirePrograms() {
	const missing = Object.entries(PROGRAMS).filter(([, program]) => !isOnPath(program));
	if (missing.length === 0) return;
	throw new SetupError(
		`the tests need ${missing.map(([name]) => name).join(", ")}; ` +
			`install what is missing, so that ${missing.map(([, program]) => program).join(", ")} can be called.`,
	);
}

function isOnPath(program) {
	const folders = (process.env.PATH ?? "").split(path.delimiter);
	return folders.some((folder) => statSync(path.join(folder, program), { throwIfNoEntry: false })?.isFile());
}
