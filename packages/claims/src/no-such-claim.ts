import { CairnError } from "@cairn/kernel";

const SHOWN_CHARACTERS = 40;

/** The error for an id that no claim has. */
export function noSuchClaim(id: string): CairnError {
	const shown = id.length <= SHOWN_CHARACTERS ? id : `${id.slice(0, SHOWN_CHARACTERS)}…`;
	return new CairnError(
		"not_found",
		`There is no claim "${shown}"; claim_search finds claims and their ids.`,
		{
			id: shown,
		},
	);
}
