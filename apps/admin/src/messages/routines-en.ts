export const routinesEn = {
	routines: {
		title: "Routines",
		lede: "Rules that agents are told with every prompt, whatever it is about. Keep them few and short: each one is read every time.",
		told: "What is told where",
		contexts: { work: "At work", private: "Privately", both: "Everywhere" },
		all: "All",
		count: (count: number, limit: string) => `${count} of at most ${limit}.`,
		inContext: {
			work: "This is what agents are told in folders of work, in this order.",
			private:
				"This is what agents are told in private folders, and where nothing says which kind a folder is, in this order.",
		},
		add: "Add a routine",
		edit: "Edit",
		up: "Up",
		down: "Down",
		moveUp: (name: string) => `Move up: ${name}`,
		moveDown: (name: string) => `Move down: ${name}`,
		editNamed: (name: string) => `Edit: ${name}`,
		remove: "Remove",
		removeText: "Agents are no longer told it, from the next prompt on. It can't be brought back.",
		removeNow: "Remove it",
		removed: "The routine was removed.",
		none: "No routines yet",
		noneText:
			"A routine is a rule that holds always, such as “Write commit messages in English” or “Ask before you push”. Agents with the discovery hook are told it with every prompt.",
		noneHere: "Nothing is told here",
		noneHereText: "No routine holds in this context.",
		full: (limit: string) =>
			`There are ${limit} routines, which is as many as there may be. Remove one, or say two in one.`,
		unknown: (id: string) => `There is no routine ${id}; it may have been removed. See those that there are.`,
	},
	routineForm: {
		add: "Add a routine",
		edit: "Edit the routine",
		text: "It holds from the next prompt on.",
		name: "Name",
		nameHint: "A few words by which you and the agents call it.",
		rule: "Rule",
		ruleHint: "What an agent is to do, as you would tell a colleague.",
		context: "Where it holds",
		contextHints: {
			both: "in every folder",
			work: "only in folders of work",
			private: "only in private folders",
		},
		save: "Save",
		cancel: "Cancel",
		faulty: "This could not be kept:",
		faults: {
			name: (bytes: string) => `Give a name of at most ${bytes} bytes.`,
			text: (bytes: string) => `Say the rule in at most ${bytes} bytes.`,
			context: "Choose where it holds.",
		},
		changedSince:
			"It was changed elsewhere while you edited it. What you wrote is still here; saving again puts it in the place of what is there now.",
	},
};
