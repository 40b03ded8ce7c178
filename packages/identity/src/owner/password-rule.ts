import { CairnError } from "@cairn/kernel";

export const PASSWORD_CHARACTERS = { min: 12, max: 256 } as const;

/** @throws CairnError `invalid_input` for a password that is too short or too long; anything else is the owner's choice. */
export function assertGoodPassword(password: string): void {
	const { min, max } = PASSWORD_CHARACTERS;
	const characters = [...password].length;
	if (characters >= min && characters <= max) return;
	throw new CairnError(
		"invalid_input",
		`A password has ${min} to ${max} characters; a sentence is a good one.`,
		{
			argument: "password",
		},
	);
}
