import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findPostgres } from "./postgres-programs.mjs";
import { progress } from "./progress.mjs";
import { tryRun } from "./run.mjs";
import { runPatiently } from "./run-patiently.mjs";
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
	"postgresql",
	"openssl",
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
/** Read by Debian's package of PostgreSQL, which else makes and starts a server on port 5432 as soon as it is installed. */
const CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.conf";
const APT = { DEBIAN_FRONTEND: "noninteractive", UCF_FORCE_CONFFOLD: "1" };
/** A mirror that is slow to answer is asked again, a few times; another apt-get is waited for. */
const PATIENT_APT = "apt-get -o Acquire::Retries=5 -o DPkg::Lock::Timeout=600";
/** Both together, for where a mirror is being changed the lists are to be fetched again. */
const INSTALL = `${PATIENT_APT} update && ${PATIENT_APT} install -y --no-install-recommends "$@"`;

/** Makes sure that the engines are there: on Debian as root by apt-get. Throws a SetupError where that can't be. */
export async function installEngines() {
	if (!existsSync("/etc/debian_version")) return requirePrograms();
	const missing = await missingPackages();
	if (missing.length === 0) return;
	if (process.getuid?.() !== 0) {
		throw new SetupError(
			`the tests need programs that are missing: sudo apt-get install --no-install-recommends ${missing.join(" ")}`,
		);
	}
	if (missing.includes("postgresql")) keepFromStarting();
	await progress("installing the programs that the tests drive, 5 to 15 minutes once", async () => {
		const failure = "apt-get could not install the programs that the tests drive; its output is above.";
		await runPatiently("sh", ["-c", INSTALL, "sh", ...missing], { env: APT, failure });
	});
}

/** The tests start a server of their own, and nobody else may be left with one that he didn't ask for. */
function keepFromStarting() {
	if (existsSync(CLUSTER_SETTINGS)) return;
	mkdirSync(path.dirname(CLUSTER_SETTINGS), { recursive: true });
	writeFileSync(CLUSTER_SETTINGS, "create_main_cluster = false\n");
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
	if (findPostgres() === undefined) missing.push(["PostgreSQL 15 or newer", "initdb and postgres"]);
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
