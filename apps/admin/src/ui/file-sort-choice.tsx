import { FILE_SORTS, type FileSort } from "../file/file-sort.ts";
import { useView } from "../view/view.ts";

/** In which order files are listed: a field of the form that filters them. */
export function FileSortChoice({ sort }: { sort: FileSort }) {
	const { t } = useView();
	return (
		<label>
			{t.files.sort}{" "}
			<select name="sort">
				{FILE_SORTS.map((choice) => (
					<option value={choice} selected={choice === sort}>
						{t.files.sorts[choice]}
					</option>
				))}
			</select>
		</label>
	);
}
