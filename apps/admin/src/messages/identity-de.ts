import type { identityEn } from "./identity-en.ts";

export const identityDe: typeof identityEn = {
	identity: {
		somebodyAt: (address) => `Jemand von ${address}`,
		somebody: "Jemand",
		forAgent: "für",
		deeds: {
			"owner.claim": "hat diesen Server eingerichtet",
			"owner.login": "angemeldet",
			"owner.logout": "abgemeldet",
			"owner.password": "Passwort geändert",
			"owner.reset": "Zugang des Besitzers an der Shell des Servers zurückgesetzt",
			"session.end": "Sitzung beendet:",
			"token.create": "Token angelegt:",
			"token.rotate": "Token ein neues Geheimnis gegeben:",
			"token.pause": "Token angehalten:",
			"token.resume": "Token wieder zugelassen:",
			"token.revoke": "Token widerrufen:",
			"agent.delete": "Agent gelöscht:",
			"host.allow": "Hostnamen zugelassen:",
			"host.remove": "Hostnamen entfernt:",
			"access.refuse": "abgewiesen:",
			"access.flood": "viele weitere Male abgewiesen, zuletzt:",
		},
	},
};
