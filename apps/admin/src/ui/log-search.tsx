import { type LogFilter, MAX_SEARCH } from "../log/log-filter.ts";
import { useView } from "../view/view.ts";

interface LogSearchProps {
	/** The address of the log. */
	action: string;
	filter: LogFilter | undefined;
}

/** What to look for in a log: a form that makes an address. */
export function LogSearch({ action, filter }: LogSearchProps) {
	const { t } = useView();
	return (
		<search>
			<form class="choices" method="get" action={action}>
				<label class="wide">
					{t.log.searchLabel}
					<input
						name="q"
						type="search"
						value={filter?.query.q}
						maxlength={MAX_SEARCH}
						autocomplete="off"
						autocapitalize="off"
						spellcheck={false}
						aria-describedby="log-search-hint"
						data-filter
					/>
				</label>
				<label>
					{t.audit.since}
					<input type="date" name="since" value={filter?.query.since} />
				</label>
				<label>
					{t.audit.until}
					<input type="date" name="until" value={filter?.query.until} />
				</label>
				<button type="submit">{t.log.search}</button>
			</form>
			<p class="quiet small search-hint" id="log-search-hint">
				<code>level:error</code> {t.log.hintField}, <code>-ping</code> {t.log.hintWithout},{" "}
				<code>"{t.log.hintWords}"</code> {t.log.hintTogether}.
			</p>
		</search>
	);
}
