import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { officePipe, officeSockets } from "../src/engines/libreoffice/office-sockets.ts";
import { WorkFolders } from "../src/workspace/work-folders.ts";

/** An office with nobody who takes its sockets away. */
function startOffice(profile: string) {
	const accept = `--accept=pipe,name=${officePipe(profile)};urp;`;
	const flags = ["--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck"];
	const office = spawn(
		"/usr/lib/libreoffice/program/soffice.bin",
		[...flags, `-env:UserInstallation=file://${profile}`, accept],
		{ stdio: "ignore" },
	);
	onTestFinished(() => void office.kill("SIGKILL"));
	return office;
}

test("what a killed service's killed office has left in /tmp goes with the next start", async () => {
	const base = await mkdtemp(join(tmpdir(), "cairn-sockets-"));
	onTestFinished(() => rm(base, { recursive: true }));
	const gone = spawn("true");
	await once(gone, "exit");
	const profile = join(base, `${gone.pid}-killed`, "office-killed");
	await mkdir(profile, { recursive: true });
	// The first start of a profile only makes its folders.
	await once(startOffice(profile), "exit");
	const office = startOffice(profile);
	await vi.waitFor(() => expect(officeSockets(profile).map(existsSync)).toEqual([true, true]));
	office.kill("SIGKILL");
	await once(office, "exit");
	expect(officeSockets(profile).map(existsSync)).toEqual([true, true]);
	const folders = await WorkFolders.open(base);
	expect(officeSockets(profile).map(existsSync)).toEqual([false, false]);
	await folders.close();
	expect(await readdir(base)).toEqual([]);
});
