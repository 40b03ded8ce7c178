import { fileURLToPath } from "node:url";

// This module stays right in src/, as the bundle lies one level below the package as well.
const folder = new URL("../workers/", import.meta.url);

/** Where a program of workers/ is: the Python that LibreOffice and WeasyPrint are driven by. */
export function workerProgram(name: "office.py" | "weasyprint_worker.py"): string {
	return fileURLToPath(new URL(name, folder));
}
