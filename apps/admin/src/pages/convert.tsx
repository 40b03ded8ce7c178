import { type Choices, conversionQuery, readChoices } from "../convert/choices.ts";
import type { ConvertClient, ConvertState } from "../convert/convert-client.ts";
import { readUpload, type UploadedFile } from "../convert/read-upload.ts";
import { isAboutDocument } from "../convert/refusal.ts";
import { resultFile } from "../convert/result-file.ts";
import { attachmentHeaders } from "../door/attachment.ts";
import type { Services } from "../services.ts";
import { ConvertRegion } from "../ui/convert-body.tsx";
import { type ConvertProblem, ConvertProblemText } from "../ui/convert-problem.tsx";
import { ConvertUnset } from "../ui/convert-trouble.tsx";
import { PollNote } from "../ui/poll-note.tsx";
import { wordsFor } from "../ui/service-text.tsx";
import { TryForm } from "../ui/try-form.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import type { Room } from "./room.ts";

/** The name of the form's field that holds the document. */
const FIELD = "document";

/** The engines, queue and last jobs of the convert service, and a form that sends it a document. */
export const convertPage: Room = (app, services) => {
	app.get("/convert", async (c) => {
		const { convert } = services;
		if (convert !== undefined && wantsFragment(c)) {
			const state = await convert.report({ test: false });
			return renderFragment(c, <ConvertRegion url={convert.url} state={state} />);
		}
		return showPage(c, services, { choices: readChoices(new Map()), test: c.req.query("test") === "1" });
	});

	app.post("/convert", async (c) => {
		const { convert } = services;
		const maxBytes = longestDocument(await convert?.report({ test: false }));
		const broken = c.var.view.t.convert.brokenForm;
		await using upload = await readUpload(c.req.raw, { field: FIELD, maxBytes, broken });
		const choices = readChoices(upload.fields);
		const tell = (problem: ConvertProblem) => tellProblem(c, services, { choices, problem });
		if (convert === undefined) return tell({ reason: "unset" });
		if (upload.file.kind === "none") return tell({ reason: "none" });
		if (upload.file.kind === "too_large") return tell({ reason: "too_large", maxBytes });
		// Awaited here, as the upload is let go on leaving.
		return await passOn(c, { convert, file: upload.file, choices, tell });
	});
};

/** What the service takes unless told, bytes; a service that can't be asked refuses what is too long for it itself. */
const USUAL_BYTES = 104_857_600;

function longestDocument(state: ConvertState | undefined): number {
	return (state?.ok && state.report.limits?.bodyBytes) || USUAL_BYTES;
}

interface Passing {
	convert: ConvertClient;
	file: UploadedFile & { kind: "kept" };
	choices: Choices;
	tell(problem: ConvertProblem): Response | Promise<Response>;
}

/** Sends the document to the service, and its answer on to the browser: as a download, or as a sentence. */
async function passOn(c: AdminContext, { convert, file, choices, tell }: Passing): Promise<Response> {
	const query = conversionQuery(choices, file.name);
	const answer = await convert.convert({ document: file.read(), query, signal: c.req.raw.signal });
	if (!answer.ok) return tell({ reason: "refused", url: convert.url, refusal: answer.refusal });
	const { name, type } = resultFile(file.name, choices.to);
	const { headers, body } = answer.response;
	const notice = noticeOf(headers, c.var.view.t.convert.warnings);
	const length = headers.get("Content-Length");
	return new Response(body, {
		headers: {
			...attachmentHeaders(name, type),
			...(length !== null && { "Content-Length": length }),
			...(notice !== undefined && { "X-Notice": encodeURIComponent(notice) }),
		},
	});
}

/** What the service warns of: in its own sentences, or in the reader's language where that has words for all of it. */
function noticeOf(headers: Headers, words: Readonly<Record<string, string>>): string | undefined {
	const codes = headers.get("X-Warning-Code")?.split(", ") ?? [];
	const own = codes.map((code) => wordsFor(words, code));
	return own.length > 0 && own.every((text) => text !== undefined)
		? own.join("; ")
		: (headers.get("X-Warning") ?? undefined);
}

interface Told {
	choices: Choices;
	problem: ConvertProblem;
}

function tellProblem(c: AdminContext, services: Services, { choices, problem }: Told) {
	const status = isForSender(problem) ? 422 : 503;
	if (wantsFragment(c)) return renderFragment(c, <ConvertProblemText problem={problem} />, status);
	return showPage(c, services, { choices, problem, status });
}

/** Whether it is for the one who sent the form to mend, rather than for who runs the service. */
function isForSender(problem: ConvertProblem): boolean {
	if (problem.reason === "refused") return isAboutDocument(problem.refusal);
	return problem.reason !== "unset";
}

interface Shown {
	choices: Choices;
	test?: boolean;
	problem?: ConvertProblem;
	status?: 422 | 503;
}

async function showPage(c: AdminContext, services: Services, { test = false, status, ...form }: Shown) {
	const { t } = c.var.view;
	const { convert } = services;
	const state = await convert?.report({ test });
	return renderPage(c, {
		title: t.convert.title,
		room: "convert",
		...(status !== undefined && { status }),
		body: (
			<>
				<ConvertHead live={convert !== undefined} />
				{convert === undefined || state === undefined ? (
					<ConvertUnset />
				) : (
					<>
						<TryForm {...form} field={FIELD} maxBytes={longestDocument(state)} />
						<ConvertRegion url={convert.url} state={state} />
					</>
				)}
			</>
		),
	});
}

function ConvertHead({ live }: { live: boolean }) {
	const { t } = useView();
	return (
		<>
			<div class="live-head">
				<h1>{t.convert.title}</h1>
				{live && <PollNote />}
			</div>
			<p class="lede">{t.convert.lede}</p>
		</>
	);
}
