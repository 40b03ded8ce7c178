import type { routinesEn } from "./routines-en.ts";

export const routinesDe: typeof routinesEn = {
	routines: {
		title: "Routinen",
		lede: "Regeln, die Agenten bei jeder Eingabe gesagt werden, worum es auch geht. Halten Sie sie wenige und kurz: Jede wird jedes Mal gelesen.",
		told: "Was wo gesagt wird",
		contexts: { work: "Beruflich", private: "Privat", both: "Überall" },
		all: "Alle",
		count: (count, limit) => `${count} von höchstens ${limit}.`,
		inContext: {
			work: "Das wird Agenten in beruflichen Ordnern gesagt, in dieser Reihenfolge.",
			private:
				"Das wird Agenten in privaten Ordnern gesagt, und wo nichts sagt, was ein Ordner ist, in dieser Reihenfolge.",
		},
		add: "Routine hinzufügen",
		edit: "Bearbeiten",
		up: "Nach oben",
		down: "Nach unten",
		moveUp: (name) => `Nach oben: ${name}`,
		moveDown: (name) => `Nach unten: ${name}`,
		editNamed: (name) => `Bearbeiten: ${name}`,
		remove: "Entfernen",
		removeText:
			"Agenten wird sie ab der nächsten Eingabe nicht mehr gesagt. Sie lässt sich nicht zurückholen.",
		removeNow: "Jetzt entfernen",
		removed: "Die Routine wurde entfernt.",
		none: "Noch keine Routinen",
		noneText:
			"Eine Routine ist eine Regel, die immer gilt, etwa „Schreibe Commit-Nachrichten auf Englisch“ oder „Frage, bevor du pushst“. Agenten mit dem Discovery-Hook wird sie bei jeder Eingabe gesagt.",
		noneHere: "Hier wird nichts gesagt",
		noneHereText: "In diesem Kontext gilt keine Routine.",
		full: (limit) =>
			`Es gibt ${limit} Routinen, mehr dürfen es nicht sein. Entfernen Sie eine, oder fassen Sie zwei zusammen.`,
		unknown: (id) =>
			`Eine Routine ${id} gibt es nicht; vielleicht wurde sie entfernt. Sehen Sie nach, welche es gibt.`,
	},
	routineForm: {
		add: "Routine hinzufügen",
		edit: "Routine bearbeiten",
		text: "Sie gilt ab der nächsten Eingabe.",
		name: "Name",
		nameHint: "Einige Worte, mit denen Sie und die Agenten sie nennen.",
		rule: "Regel",
		ruleHint: "Was ein Agent tun soll, so wie Sie es einem Kollegen sagen würden.",
		context: "Wo sie gilt",
		contextHints: {
			both: "in jedem Ordner",
			work: "nur in beruflichen Ordnern",
			private: "nur in privaten Ordnern",
		},
		save: "Speichern",
		cancel: "Abbrechen",
		faulty: "Das ließ sich nicht speichern:",
		faults: {
			name: (bytes) => `Geben Sie einen Namen von höchstens ${bytes} Byte an.`,
			text: (bytes) => `Sagen Sie die Regel in höchstens ${bytes} Byte.`,
			context: "Wählen Sie, wo sie gilt.",
		},
		changedSince:
			"Sie wurde anderswo geändert, während Sie sie bearbeitet haben. Was Sie schrieben, steht noch hier; noch einmal Speichern setzt es an die Stelle dessen, was jetzt da ist.",
	},
};
