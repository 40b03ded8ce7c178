/** What is said about who may open these pages, and about the server's settings. */
export const accessEn = {
	access: {
		signedIn: "You are signed in as the owner.",
		signOut: "Sign out",
		signedOut: "You are signed out.",
		ended: "Your session has ended. Sign in, and you come back to where you were.",
		held: "Your session has ended, so nothing was sent. Sign in, and your form comes back as you filled it in.",
		returned: "You are signed in again. Your form is as you left it and hasn't been sent yet.",
		reset: "Forgotten? On the server, cairn-admin reset-owner makes a new claim code and ends all sessions.",
		password: "Password",
		show: "Show the password",
		hide: "Hide the password",
		tooMany: (inTime: string) => `Too many tries. Try again ${inTime}.`,
	},
	refused: {
		otherSite: "Sent from elsewhere",
		otherSiteText:
			"This form didn't come from a page of this server that you are signed in to, so nothing was changed. Open the page here, and send it from there.",
		wrongForm: "Not a form of this server",
		wrongFormText:
			"This was sent in a way in which no page here sends its forms, so nothing was changed. Open the page here, and send it from there.",
		crowded: "Too much at once",
		crowdedText:
			"Too much is being sent to this server at once, so nothing was changed. Go back in the browser, where your text still is, and send it again in a moment.",
		tooLong: "Too long",
		tooLongText: (most: string) =>
			`A form may have at most ${most}. Go back in the browser, where your text still is, shorten it and send it again.`,
		otherName: "Not by this name",
		otherNameText:
			"This server doesn't answer to the name in the address bar, as other sites could use it to reach in here. Open it by its address in the local network, and add the name under Settings; or add it to CAIRN_ALLOWED_HOSTS on the server.",
		shown: "No longer shown",
		shownText:
			"A token can be seen only for two minutes after it was made. If you didn't keep it, give it a new secret: that is shown to you.",
		toRotation: "Give it a new secret",
	},
	setup: {
		title: "Make this Cairn yours",
		lede: "Nobody owns it yet. The claim code shows that you are the one who runs this server; then you choose the password by which you sign in.",
		code: "Claim code",
		codeHint:
			"npm start prints it. It is also in the server's log and in the file claim-code of the data folder.",
		passwordHint: (least: string) =>
			`At least ${least} characters. You may paste it from a password manager.`,
		submit: "Set the password and sign in",
		wrongCode:
			"This is not the claim code. It may have been used, or replaced by a new one: look it up again.",
		badPassword: (least: string, most: string) =>
			`The password needs ${least} to ${most} characters. Choose another one.`,
		claimed: "This Cairn has an owner by now. Sign in with the password.",
	},
	login: {
		title: "Sign in",
		submit: "Sign in",
		wrong: "This is not the password.",
	},
	settings: {
		title: "Settings",
		lede: "What holds for you as the owner, for this server, and for this browser.",
		passwordTitle: "Password",
		passwordText: "Changing it ends all other sessions.",
		oldPassword: "Current password",
		newPassword: "New password",
		changePassword: "Change the password",
		passwordChanged: "The password is changed, and all other sessions have ended.",
		sessions: "Sessions",
		sessionsText:
			"The browsers that are signed in. A session ends after 12 hours without use, and after 30 days in any case.",
		browser: "Browser",
		from: "From",
		started: "Signed in",
		lastUsed: "Last used",
		thisSession: "this one",
		unknownBrowser: "An unknown program",
		endSession: "End",
		endSessionOf: (browser: string) => `End the session of ${browser}`,
		sessionEnded: "The session has ended.",
		hosts: "Names of this server",
		hostsText:
			"These pages answer to the server's addresses in the local network, to names without a dot, and to names that end in .local, .lan, .internal, .home.arpa or .localhost. Any other name, such as that of a reverse proxy, has to be listed here.",
		hostsFixed: (names: string) => `Set by CAIRN_ALLOWED_HOSTS: ${names}.`,
		noHosts: "No other name yet.",
		host: "Host name",
		hostHint: "Such as cairn.example.org, without http:// and without a port.",
		addHost: "Add the name",
		removeHost: "Remove",
		removeHostOf: (name: string) => `Remove ${name}`,
		hostAdded: "The name is added.",
		hostRemoved: "The name is removed.",
		badHost: "This is not a host name. Give the name alone, such as cairn.example.org.",
		manyHosts: (most: string) => `At most ${most} names can be listed. Remove one first.`,
		hostInUse: "You have opened this page by that name. Open it by another one to remove it.",
		here: "This browser",
		hereText: "Theme, language and keys are kept in this browser, as cookies.",
	},
};
