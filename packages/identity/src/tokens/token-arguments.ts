import { CairnError } from "@cairn/kernel";

const AGENT_ID = /^[a-zA-Z0-9_-]{1,128}$/;
const MAX_LABEL_CHARACTERS = 100;
const MAX_OVERLAP_MS = 7 * 24 * 60 * 60 * 1000;

/** @throws CairnError `invalid_input` for a name that no agent can have. */
export function parseAgentId(agentId: string): string {
	if (AGENT_ID.test(agentId)) return agentId;
	throw fault("agent_id", "agent_id may hold only a-z, A-Z, 0-9, _ and -, 1 to 128 characters.");
}

/** @throws CairnError `invalid_input` for one that is too long. */
export function parseLabel(label: string): string {
	const text = label.toWellFormed().trim();
	if (text.length <= MAX_LABEL_CHARACTERS) return text;
	throw fault("label", `label may have up to ${MAX_LABEL_CHARACTERS} characters.`);
}

/** @throws CairnError `invalid_input` for an instant that has passed or is none. */
export function parseExpiry(expiresAt: number | undefined, now: number): number | null {
	if (expiresAt === undefined) return null;
	if (Number.isSafeInteger(expiresAt) && expiresAt > now) return expiresAt;
	throw fault("expires_at", "A token must expire in the future, or never.");
}

/** @throws CairnError `invalid_input` for one that is negative or longer than 7 days. */
export function parseOverlap(overlapMs: number): number {
	if (Number.isSafeInteger(overlapMs) && overlapMs >= 0 && overlapMs <= MAX_OVERLAP_MS) return overlapMs;
	throw fault("overlap", "The secret of before may go on for up to 7 days, or not at all.");
}

function fault(argument: string, message: string): CairnError {
	return new CairnError("invalid_input", message, { argument });
}
