/** What a result may come with that is worth knowing. */
export type WarningCode =
	| "crashed"
	| "stand_in"
	| "not_settled"
	| "diagrams"
	| "outside"
	| "fonts"
	| "no_text_layer"
	| "page_cut"
	| "pictures_cut"
	| "macros"
	| "linked_parts"
	| "images_missing"
	| "front_matter";

/** A warning by its code, for programs, and as a sentence. */
export interface Warning {
	readonly code: WarningCode;
	readonly text: string;
	/** What it is about, such as names of fonts, for whoever says it in another language. */
	readonly about?: string;
}

/** Makes a warning. */
export function warning(code: WarningCode, text: string, about?: string): Warning {
	return { code, text, ...(about !== undefined && { about }) };
}
