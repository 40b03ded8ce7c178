import { TOOLSETS, type TokenScope } from "../tokens/token-form.ts";
import { useView } from "../view/view.ts";

/** What a token allows, in words: a line for each toolset. */
export function TokenScopes({ scopes }: { scopes: readonly string[] }) {
	const { t } = useView();
	const parts = TOOLSETS.flatMap((toolset) => {
		const levels = scopes.flatMap((scope) => {
			const [name, level] = scope.split(":");
			return name === toolset ? [level as TokenLevel] : [];
		});
		return levels.map((level) => ({ toolset, level }));
	});
	if (parts.length === 0) return <span class="quiet">{t.tokens.nothing}</span>;
	return (
		<ul class="scopes">
			{parts.map(({ toolset, level }) => (
				<li>
					{t.tokens.toolsets[toolset]}
					{level !== "run" && <span class="quiet">: {t.tokens.levels[level]}</span>}
				</li>
			))}
		</ul>
	);
}

type TokenLevel = TokenScope extends `${string}:${infer Level}` ? Level : never;
