import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sizeText } from "@cairn/kernel/size-text";
import { conversionError } from "../../conversion-error.ts";
import { AllowedHosts } from "../../fence/allowed-hosts.ts";
import { blockedWarning } from "../../fence/blocked-warning.ts";
import { countLocalReferences } from "../../fence/local-references.ts";
import { SparePool } from "../../supervisor/spare-pool.ts";
import type { Engine, EngineContext, EngineOutput, EngineState, EngineTask } from "../engine.ts";
import { EngineCrash } from "../engine-crash.ts";
import { findProgram } from "../find-program.ts";
import { type BrowserProcess, launchBrowser } from "./browser-process.ts";
import { endsPage, tellPrint } from "./print-error.ts";
import { printOptions } from "./print-options.ts";
import { makeReadyPage, type ReadyPage } from "./ready-page.ts";
import { settlePage } from "./settle-page.ts";

/** The headless shell starts and prints faster than the whole browser. */
const PROGRAMS = [
	"/usr/lib/chromium/chromium-headless-shell",
	"/usr/bin/chromium-headless-shell",
	"/usr/lib/chromium/chromium",
	"/usr/bin/chromium",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const DEFAULT_WAIT_MS = 4_000;

/** One browser with its pages made ahead. */
interface Running {
	readonly process: BrowserProcess;
	readonly pages: SparePool<ReadyPage>;
	documents: number;
	busy: number;
	retired: boolean;
}

/** One persistent Chromium; each document has a browser context of its own, and closing that ends all that it started. */
export function createChromium(context: EngineContext): Engine {
	const { config, folders, idleCores, logger, memoryWatch } = context;
	const allowed = new AllowedHosts(config.fence.allowHosts);
	let state: EngineState = { missing: "it has not been started", warm: 0 };
	let program = "";
	let current: Promise<Running> | undefined;
	let live: Running | undefined;
	let replacing: Promise<void> | undefined;
	let closed = false;
	idleCores.onMore(() => {
		if (live?.retired === false) live.pages.refill();
	});

	async function start(): Promise<void> {
		program = (await findProgram(PROGRAMS)) ?? "";
		if (program === "") {
			state = {
				missing: "Chromium is not installed: install chromium-headless-shell or chromium.",
				why: "not_installed",
				warm: 0,
			};
			return;
		}
		try {
			const { process } = await running();
			state = { version: process.browser.version(), warm: 0 };
		} catch (error) {
			logger.error({ err: error }, "chromium does not start");
			state = { ...whyNot(error), warm: 0 };
		}
	}

	function running(): Promise<Running> {
		current ??= launchCurrent();
		return current;
	}

	/** Launches a browser; while it is the current one, another takes its place when it is gone. */
	function launchCurrent(): Promise<Running> {
		const launching: Promise<Running> = launch(() => {
			if (current !== launching) return;
			current = undefined;
			void running().catch(() => {});
		}).catch((error) => {
			if (current === launching) current = undefined;
			throw error;
		});
		return launching;
	}

	/** The running browser if it answers, else a new one: that a browser is gone is known a moment after its pages are. */
	async function runningForSure(): Promise<Running> {
		const browser = running();
		const answers = await browser
			.then(({ process }) => process.browser.newBrowserCDPSession())
			.then(
				(session) => session.detach().then(() => true),
				() => false,
			);
		if (!answers && current === browser) current = undefined;
		return running();
	}

	async function launch(whenGone: () => void): Promise<Running> {
		const process = await launchBrowser(program, context);
		const pages = new SparePool<ReadyPage>({
			size: config.spares.pages,
			makers: config.limits.concurrency,
			idleMakers: (isLow) => (isLow ? idleCores.count() : idleCores.countCalm()),
			make: () => makeReadyPage(process.browser, allowed),
			dispose: ({ context: browserContext }) => browserContext.close().catch(() => {}),
			isAlive: ({ page }) => process.browser.isConnected() && !page.isClosed(),
		});
		const launched: Running = { process, pages, documents: 0, busy: 0, retired: false };
		process.browser.once("disconnected", () => {
			if (live === launched) live = undefined;
			void folders.remove(process.profile);
			if (!launched.retired) whenGone();
		});
		await pages.fill();
		live = launched;
		return launched;
	}

	async function run(task: EngineTask): Promise<EngineOutput> {
		const browser = await (task.retry ? runningForSure() : running()).catch(() => {
			throw new EngineCrash("Chromium");
		});
		browser.documents += 1;
		browser.busy += 1;
		return onPageOf(browser, task);
	}

	/** Closing a page takes as long as printing a small one: the result does not wait for it. */
	async function release(browser: Running, page: ReadyPage | undefined): Promise<void> {
		await page?.context.close().catch(() => {});
		browser.busy -= 1;
		await renew(browser);
	}

	/** Makes the next page ahead, or lets a browser go that has served long enough. */
	async function renew(browser: Running): Promise<void> {
		if (browser.retired) {
			if (browser.busy === 0) await close(browser);
			return;
		}
		browser.pages.refill();
		if (browser.documents < config.limits.restartAfter || replacing !== undefined) return;
		replacing = replace(browser).finally(() => {
			replacing = undefined;
		});
	}

	/** The old browser serves until a fresh one is ready, so that no document waits for its start. */
	async function replace(old: Running): Promise<void> {
		const before = current;
		const launching = launchCurrent();
		const fresh = await launching.catch(() => undefined);
		if (fresh === undefined) return;
		if (closed || current !== before) {
			fresh.retired = true;
			return close(fresh);
		}
		current = launching;
		live = fresh;
		old.retired = true;
		if (old.busy === 0) await close(old);
	}

	async function onPageOf(browser: Running, task: EngineTask): Promise<EngineOutput> {
		const ready = await browser.pages.take(task.signal).catch((error) => {
			void release(browser, undefined);
			task.signal.throwIfAborted();
			throw browser.process.browser.isConnected() ? error : new EngineCrash("Chromium");
		});
		const ended = endOf(browser, ready, task.signal);
		// A page that may go on working is closed at once.
		let isCalm = false;
		try {
			const printed = print(ready, task).catch((error) => {
				// A page that ends takes all that was asked of it along: why it ended is what counts.
				if (endsPage(error)) throw ended.reason();
				throw tellPrint(error);
			});
			const output = await Promise.race([printed, ended.promise]);
			isCalm = output.warnings.length === 0;
			return output;
		} finally {
			ended.stop();
			if (isCalm) idleCores.putOff(() => release(browser, ready));
			else void release(browser, ready);
		}
	}

	/** Rejects when the page can't go on: its time is over, it crashed, its memory is used up, the browser is gone. */
	function endOf({ process }: Running, { page, context: browserContext }: ReadyPage, signal: AbortSignal) {
		let killedForMemory = false;
		let fail: (reason: unknown) => void = () => {};
		const promise = new Promise<never>((_, reject) => {
			fail = reject;
		});
		const aborted = () => {
			fail(signal.reason);
			void browserContext.close().catch(() => {});
		};
		const reason = () => {
			if (signal.aborted) return signal.reason;
			return killedForMemory ? tooLarge() : new EngineCrash("Chromium");
		};
		const crashed = () => fail(reason());
		const unwatch = memoryWatch.watch(process.group ?? -1, () => {
			killedForMemory = true;
		});
		signal.addEventListener("abort", aborted, { once: true });
		page.once("crash", crashed);
		browserContext.once("close", crashed);
		promise.catch(() => {});
		const stop = () => {
			unwatch();
			signal.removeEventListener("abort", aborted);
		};
		return { promise, reason, stop };
	}

	function tooLarge() {
		return conversionError(
			"too_complex",
			`The page needs more than ${sizeText(config.limits.memoryBytes, "en")} of memory.`,
			"Split it, or make its pictures smaller.",
		);
	}

	async function close({ process, pages }: Running): Promise<void> {
		await pages[Symbol.asyncDispose]().catch(() => {});
		await process.browser.close().catch(() => {});
		await folders.remove(process.profile);
	}

	return {
		state: () => ({ ...state, warm: live?.pages.ready ?? 0 }),
		start,
		run,
		async [Symbol.asyncDispose]() {
			closed = true;
			await replacing;
			const browser = await current?.catch(() => undefined);
			if (browser === undefined) return;
			browser.retired = true;
			await close(browser);
		},
	};
}

/** As root it goes without its own sandbox; any other user's Chromium ends where it can't have one. */
function whyNot(error: unknown): Pick<EngineState, "missing" | "why"> {
	if (!/no usable sandbox|namespace/i.test(error instanceof Error ? error.message : "")) {
		return { missing: "Chromium is installed and does not start: the log says more.", why: "does_not_start" };
	}
	const missing =
		"Chromium can't have its sandbox here: permit user namespaces to this user, in a container by its seccomp profile.";
	return { missing, why: "no_sandbox" };
}

async function print(ready: ReadyPage, { input, folder, options }: EngineTask): Promise<EngineOutput> {
	const html = await readFile(input, "utf8");
	const warnings = await settlePage(ready, html, options.wait_ms ?? DEFAULT_WAIT_MS);
	const file = join(folder, "chromium.pdf");
	await writeFile(file, await ready.page.pdf(printOptions(options)));
	const blocked = ready.fence.blocked + countLocalReferences(html);
	return { file, warnings: [...warnings, ...blockedWarning(blocked)] };
}
