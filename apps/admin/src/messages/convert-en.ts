const s = (count: number) => (count === 1 ? "" : "s");

type ByCode = Readonly<Record<string, string>>;

/** What is said about converting documents. */
export const convertEn = {
	convert: {
		title: "Convert",
		lede: "Documents become PDF, text, Markdown, HTML or pictures on the server. Agents do it by the scripts html_to_pdf, md_to_pdf, docx_to_pdf and pdf_to_text; here you see how it goes, and try it yourself.",
		asking: "Asks the converter again every few seconds",
		notAsking: "Cairn gives no answer; trying again",
		unset: "No converter is set up",
		unsetText:
			"npm start brings one up beside the registry. Is yours somewhere else, start the admin with TOOLS_CONVERT_URL set to its address, and with TOOLS_CONVERT_TOKEN if it wants a token.",
		away: "The converter can't be asked",
		trouble: {
			refused: (url: string) =>
				`Nothing listens at ${url}. Start the convert service, or set TOOLS_CONVERT_URL to where it is.`,
			slow: (url: string) =>
				`${url} gave no answer in time. See the log of the convert service; it may have to be started again.`,
			unreachable: (url: string) => `${url} can't be reached. Check TOOLS_CONVERT_URL and the network.`,
			status: (url: string, status: number) =>
				`${url} answers with ${status}. See the log of the convert service.`,
			foreign: (url: string) =>
				`What listens at ${url} is no convert service of Cairn. Set TOOLS_CONVERT_URL to where that is.`,
			token: (url: string) =>
				`The converter at ${url} wants another token than this one has. Start the admin with TOOLS_CONVERT_TOKEN set to the service's CONVERT_TOKEN.`,
		},
		says: "The converter says:",
		/** What the converter says, by its codes. It speaks English, so only other languages need any. */
		refusals: {} as ByCode,
		warnings: {} as ByCode,
		missing: {} as ByCode,
		hints: {
			wrong_format:
				"Choose another kind under “Make it”, or see that the file's name ends as its kind does, such as .md or .html.",
			empty: "Choose a file that has something in it.",
			busy: "Send it again in a minute.",
			not_found: "The converter may be older than this page: update it.",
		},
		noFile: "Choose a file first.",
		tooLarge: (limit: string) =>
			`The file is longer than ${limit}. Send a smaller one, or start the convert service with a higher CONVERT_MAX_BODY.`,
		brokenForm: "The form did not arrive whole. Choose the file again and send it once more.",
	},
	tryConvert: {
		title: "Try a file",
		file: "Document",
		fileHint: (limit: string) =>
			`Markdown, HTML, text, docx, odt, rtf, xlsx, pptx, epub, PDF or a picture, up to ${limit}`,
		to: "Make it",
		targets: {
			pdf: "a PDF",
			md: "Markdown",
			html: "HTML",
			text: "plain text",
			png: "a picture of each page",
		},
		looks: "How pages look",
		design: "Design of Markdown",
		theme: "Theme of HTML",
		themes: { none: "as it comes", magic3: "light, magic3" },
		paper: "Paper",
		anyPaper: "as the document has it",
		landscape: "Landscape",
		pages: "Pages, such as 1-3,5",
		submit: "Convert",
		converting: "Converting …",
		done: "Done: {name} is among your downloads.",
		warned: "The converter warns:",
		lost: "The file could not be sent. Choose it again, and see whether Cairn still runs.",
	},
	engines: {
		title: "Engines",
		engine: "Engine",
		state: "State",
		version: "Version",
		ready: "Started ahead",
		readyText:
			"Started ahead are processes and pages that wait for the next documents, which then need not wait for them.",
		here: "installed",
		works: "works",
		fails: "fails",
		failsText: "A small document did not come through. See the log of the convert service.",
		missing: "missing",
		test: "Test them all now",
		tested: "Tested",
		does: {
			chromium: "prints HTML and Markdown",
			libreoffice: "prints office documents",
			weasyprint: "prints where Chromium is missing, or when asked to",
			pandoc: "turns documents into Markdown, HTML and text",
			poppler: "reads PDF, as text or pictures",
			markup: "turns Markdown, text and pictures into HTML; part of the service",
		},
		queue: (running: string, slots: string) => `${running} of ${slots} slots at work`,
		waiting: (count: number, shown: string) =>
			count === 0 ? "no document waits" : `${shown} document${s(count)} wait${count === 1 ? "s" : ""}`,
		room: (places: string) => `room for ${places} in the queue`,
		noNetwork: "Engines run without a network.",
		network: "Engines share the server's network, so only their own fences keep documents from it.",
	},
	jobs: {
		title: "Last jobs",
		none: "No document has come since the service was started.",
		kept: "Names and contents of documents are kept nowhere.",
		when: "When",
		outcome: "Outcome",
		kind: "Call",
		into: (to: string) => `to ${to}`,
		took: "Took",
		input: "In",
		output: "Out",
		pages: "Pages",
		converter: "Converter",
		outcomes: {
			ok: "done",
			unchanged: "unchanged since last time",
			wrong_parameter: "wrong parameter",
			wrong_pages: "wrong pages",
			wrong_format: "a format that it doesn't take",
			no_body: "no document",
			empty: "empty",
			damaged: "damaged",
			encrypted: "protected by a password",
			too_large: "too large",
			too_complex: "too much to do",
			slow_body: "came too slowly",
			engine_failed: "engine failed",
			engine_missing: "engine missing",
			busy: "busy",
			timeout: "took too long",
			client_gone: "caller left",
			internal: "defect",
		},
	},
};
