import type { Resource } from "@cairn/operations";
import { claimsList } from "./operations/claims-list.ts";

const ALL = "claims://all";
const ofEntity = (entity: string) => `claims://entity/${encodeURIComponent(entity)}`;
const page = (uri: string, cursor: string) => `${uri}?cursor=${encodeURIComponent(cursor)}`;

/** Claims to be read by address, a page at a time. */
export const CLAIMS_RESOURCES: readonly Resource[] = [
	{
		name: "claims",
		uri: ALL,
		title: "All claims",
		description: "Every claim as JSON, by entity, kind and claim; the first page, and where the rest is.",
		operation: claimsList.name,
		input: () => ({}),
		next: (cursor) => page(ALL, cursor),
	},
	{
		name: "claims-page",
		uri: `${ALL}{?cursor}`,
		title: "A page of all claims",
		description: "Goes on where a page ended.",
		operation: claimsList.name,
		input: (variables) => variables,
		next: (cursor) => page(ALL, cursor),
	},
	{
		name: "claims-of-entity",
		uri: "claims://entity/{entity}",
		title: "Claims about an entity",
		description: "Every claim about one entity as JSON.",
		operation: claimsList.name,
		input: (variables) => variables,
		next: (cursor, { entity = "" }) => page(ofEntity(entity), cursor),
	},
	{
		name: "claims-of-entity-page",
		uri: "claims://entity/{entity}{?cursor}",
		title: "A page of the claims about an entity",
		description: "Goes on where a page ended.",
		operation: claimsList.name,
		input: (variables) => variables,
		next: (cursor, { entity = "" }) => page(ofEntity(entity), cursor),
	},
];
