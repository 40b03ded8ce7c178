// Makes a fresh checkout ready to run, and does nothing when it is: packages, the SQLite binary, the store's
// generated client, the bundled programs. Only Node's own modules are imported here, as nothing else is there yet.
import "./node-version.mjs";
import { bundlePrograms } from "./bundle.mjs";
import { inCheckout } from "./checkout.mjs";
import { generateStore } from "./generate-store.mjs";
import { installPackages, packagesAreInstalled } from "./install-packages.mjs";
import { isProgram } from "./is-program.mjs";
import { withLock } from "./lock.mjs";
import { makeSqliteReady, sqliteIsReady } from "./native-sqlite.mjs";
import { exitOnError } from "./setup-error.mjs";

/** Sets up this checkout. Safe to call twice at once: the second waits for the first. */
export async function setUp() {
	await withLock(inCheckout(".setup.lock"), async () => {
		if (!packagesAreInstalled()) await installPackages();
		if (!sqliteIsReady()) await makeSqliteReady();
		await generateStore();
		await bundlePrograms();
	});
}

if (isProgram(import.meta.url)) await exitOnError(setUp);
