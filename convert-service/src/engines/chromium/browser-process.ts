import { type Browser, chromium } from "playwright-core";
import type { EngineContext } from "../engine.ts";
import { chromiumFlags } from "./chromium-flags.ts";

export interface BrowserProcess {
	readonly browser: Browser;
	/** Its profile; removed with it. */
	readonly profile: string;
	/** Its process group; undefined where it can't be found out. */
	readonly group: number | undefined;
}

/** Starts a Chromium behind the fence. As root it can't have its own sandbox; as any other user it keeps it. */
export async function launchBrowser(program: string, context: EngineContext): Promise<BrowserProcess> {
	const { config, folders, isolation } = context;
	const profile = await folders.make("chromium");
	const args = chromiumFlags({ profile, sandbox: process.getuid?.() !== 0 });
	const command = isolation.wrap({ program, args });
	try {
		const browser = await chromium.launch({
			executablePath: command.program,
			args: [...command.args],
			// All of them are ours: some must stand before the program.
			ignoreDefaultArgs: true,
			artifactsDir: profile,
			env: { PATH: config.path, HOME: profile, TMPDIR: profile, LANG: "C.UTF-8" },
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
		});
		return { browser, profile, group: await processOf(browser) };
	} catch (error) {
		await folders.remove(profile);
		throw error;
	}
}

async function processOf(browser: Browser): Promise<number | undefined> {
	const session = await browser.newBrowserCDPSession();
	const { processInfo } = await session.send("SystemInfo.getProcessInfo");
	await session.detach();
	return processInfo.find(({ type }) => type === "browser")?.id;
}
