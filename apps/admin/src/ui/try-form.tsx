import type { PropsWithChildren } from "hono/jsx";
import { type Choices, DESIGNS, PAPERS, TARGETS, THEMES } from "../convert/choices.ts";
import { useView } from "../view/view.ts";
import { type ConvertProblem, ConvertProblemText } from "./convert-problem.tsx";

interface TryFormProps {
	choices: Choices;
	/** Why the form that was sent brought no result. */
	problem?: ConvertProblem;
	/** The name of the field that holds the document. */
	field: string;
	maxBytes: number;
}

/** Sends a document to be converted; the answer is a download. Where scripts run, the page says how it goes. */
export function TryForm({ choices, problem, field, maxBytes }: TryFormProps) {
	const { t, urls, format } = useView();
	const words = t.tryConvert;
	return (
		<section class="try" aria-labelledby="try">
			<h2 id="try">{words.title}</h2>
			<form
				method="post"
				action={urls.convert()}
				enctype="multipart/form-data"
				data-convert
				data-converting={words.converting}
				data-done={words.done}
				data-warned={words.warned}
				data-lost={words.lost}
			>
				<div class="try-file">
					<label for="document">{words.file}</label>
					<input id="document" type="file" name={field} required aria-describedby="document-hint" />
					<p id="document-hint" class="quiet small">
						{words.fileHint(format.bytes(maxBytes))}
					</p>
				</div>
				<div class="choices">
					<Choice name="to" label={words.to}>
						{TARGETS.map((to) => (
							<option value={to} selected={to === choices.to}>
								{words.targets[to]}
							</option>
						))}
					</Choice>
					<label>
						{words.pages}
						<input name="pages" value={choices.pages} size={12} maxlength={100} autocomplete="off" />
					</label>
				</div>
				<LooksOfPages choices={choices} />
				<div id="try-answer" role="status">
					{problem !== undefined && <ConvertProblemText problem={problem} />}
				</div>
				<button type="submit" class="button">
					{words.submit}
				</button>
			</form>
		</section>
	);
}

/** What only matters where pages are made. */
function LooksOfPages({ choices }: Pick<TryFormProps, "choices">) {
	const { t } = useView();
	const words = t.tryConvert;
	return (
		<fieldset class="choices">
			<legend>{words.looks}</legend>
			<Choice name="design" label={words.design}>
				{DESIGNS.map((design) => (
					<option value={design} selected={design === choices.design}>
						{design}
					</option>
				))}
			</Choice>
			<Choice name="theme" label={words.theme}>
				{THEMES.map((theme) => (
					<option value={theme} selected={theme === choices.theme}>
						{words.themes[theme]}
					</option>
				))}
			</Choice>
			<Choice name="paper" label={words.paper}>
				{PAPERS.map((paper) => (
					<option value={paper} selected={paper === choices.paper}>
						{paper === "" ? words.anyPaper : paper}
					</option>
				))}
			</Choice>
			<label class="check">
				<input type="checkbox" name="landscape" value="on" checked={choices.landscape} />
				{words.landscape}
			</label>
		</fieldset>
	);
}

function Choice({ name, label, children }: PropsWithChildren<{ name: string; label: string }>) {
	return (
		<label>
			{label}
			<select name={name}>{children}</select>
		</label>
	);
}
