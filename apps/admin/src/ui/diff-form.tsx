import { useView } from "../view/view.ts";
import type { ShownDiff } from "./diff-body.tsx";

const CONTEXTS = [0, 3, 10, 50] as const;
/** More lines than any file has. */
const WHOLE = 1_000_000;

/** Which versions to compare and how: a form that loads the page, or with scripts the diff alone. */
export function DiffForm({ agentId, file, settings }: ShownDiff) {
	const { t, urls } = useView();
	const action = urls.diff(agentId, file.path);
	return (
		<form
			class="choices"
			method="get"
			action={action}
			hx-get={action}
			hx-trigger="change, submit"
			hx-target="#diff"
			hx-push-url="true"
			hx-sync="this:replace"
		>
			<VersionPicker name="from" label={t.diff.from} file={file} selected={settings.from} />
			<VersionPicker name="to" label={t.diff.to} file={file} selected={settings.to} />
			<label>
				{t.diff.view}
				<select name="view">
					<option value="unified" selected={settings.view === "unified"}>
						{t.diff.unified}
					</option>
					<option value="split" selected={settings.view === "split"}>
						{t.diff.split}
					</option>
				</select>
			</label>
			<ContextPicker context={settings.context} />
			<label class="check">
				<input type="checkbox" name="space" value="ignore" checked={settings.ignoreSpace} />
				{t.diff.ignoreSpace}
			</label>
			<button type="submit">{t.diff.compare}</button>
		</form>
	);
}

interface VersionPickerProps {
	name: "from" | "to";
	label: string;
	file: ShownDiff["file"];
	selected: number;
}

function VersionPicker({ name, label, file, selected }: VersionPickerProps) {
	const { t, format, now } = useView();
	return (
		<label class="wide version-choice">
			{label}
			<select name={name}>
				{!file.versions.some(({ version }) => version === selected) && (
					<option value="" selected>
						{t.diff.notKeptName(selected)}
					</option>
				)}
				{file.versions.map(({ version, created_at, written_by: writer }) => (
					<option value={version} selected={version === selected}>
						{t.versionName(version)} · {format.relative(created_at, now)} ·{" "}
						{writer === "owner" ? t.file.byOwner : `${t.file.by} ${writer.agent_id}`}
					</option>
				))}
			</select>
		</label>
	);
}

function ContextPicker({ context }: { context: number }) {
	const { t } = useView();
	const values = [...new Set<number>([...CONTEXTS, context])]
		.filter((value) => value < WHOLE)
		.sort((a, b) => a - b);
	return (
		<label>
			{t.diff.context}
			<select name="context">
				{values.map((value) => (
					<option value={value} selected={value === context}>
						{t.diff.contextLines(value)}
					</option>
				))}
				<option value={WHOLE} selected={context >= WHOLE}>
					{t.diff.wholeFile}
				</option>
			</select>
		</label>
	);
}
