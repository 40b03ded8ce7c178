/** Something that can be read by its address: an operation that only reads, with arguments from the address. */
export interface Resource {
	readonly name: string;
	/** An address such as `claims://all`, or a template of them (RFC 6570) such as `claims://entity/{entity}`. */
	readonly uri: string;
	readonly title: string;
	readonly description: string;
	/** The operation that reads it; its answer is sent as JSON. */
	readonly operation: string;
	/** The operation's arguments, from the template's variables. */
	readonly input: (variables: Readonly<Record<string, string>>) => Record<string, unknown>;
	/** The address of the rest, for an answer that is a page with more behind it. */
	readonly next?: (cursor: string, variables: Readonly<Record<string, string>>) => string;
}
