import type { doctorEn } from "./doctor-en.ts";

export const doctorDe: typeof doctorEn = {
	doctor: {
		title: "Diagnose",
		lede: "Woran es meistens liegt, wenn etwas nicht geht, eben auf dem Server nachgesehen. Auf einem Laptop tut cairn doctor dort dasselbe.",
		check: "Geprüft",
		state: "Zustand",
		found: "Gefunden",
		again: "Noch einmal nachsehen",
		checks: {
			address: "Adresse der Registry",
			proxy: "Proxy",
			clock: "Uhr",
			store: "Speicher",
			database: "Datenbank",
			disk: "Datenträger",
			permissions: "Rechte an den Daten",
			versions: "Versionen",
			engines: "Programme des Konverters",
			convert_token: "Token des Konverters",
		},
		states: { ok: "gut", warning: "ansehen", failed: "gescheitert", left_out: "entfällt" },
	},
};
