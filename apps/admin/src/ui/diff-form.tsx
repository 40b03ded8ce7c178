import { useView } from "../view/view.ts";
import { ComparisonForm } from "./comparison-form.tsx";
import type { ShownDiff } from "./diff-body.tsx";

const CONTEXTS = [0, 3, 10, 50] as const;
/** More lines than any file has. */
const WHOLE = 1_000_000;

/** Which versions of a file to compare, and how. */
export function DiffForm({ agentId, file, settings }: ShownDiff) {
	const { t, urls } = useView();
	const { from, to, view, context, ignoreSpace } = settings;
	const sides = (
		<>
			<VersionPicker name="from" label={t.diff.from} file={file} selected={from} />
			<VersionPicker name="to" label={t.diff.to} file={file} selected={to} />
		</>
	);
	return (
		<ComparisonForm action={urls.diff(agentId, file.path)} sides={sides} split={view === "split"}>
			<ContextPicker context={context} />
			<label class="check">
				<input type="checkbox" name="space" value="ignore" checked={ignoreSpace} />
				{t.diff.ignoreSpace}
			</label>
		</ComparisonForm>
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
