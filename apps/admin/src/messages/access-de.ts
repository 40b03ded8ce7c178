import type { accessEn } from "./access-en.ts";

/** What is said about who may open these pages, and about the server's settings. */
export const accessDe: typeof accessEn = {
	access: {
		signedIn: "Sie sind als Eigentümer angemeldet.",
		signOut: "Abmelden",
		signedOut: "Sie sind abgemeldet.",
		ended: "Ihre Sitzung ist zu Ende. Melden Sie sich an, dann kommen Sie dorthin zurück, wo Sie waren.",
		held: "Ihre Sitzung ist zu Ende, deshalb wurde nichts gesendet. Melden Sie sich an, dann kommt Ihr Formular so zurück, wie Sie es ausgefüllt haben.",
		returned:
			"Sie sind wieder angemeldet. Ihr Formular ist so, wie Sie es ausgefüllt haben, und noch nicht gesendet.",
		reset:
			"Vergessen? Auf dem Server erzeugt cairn-admin reset-owner einen neuen Code und beendet alle Sitzungen.",
		password: "Passwort",
		show: "Passwort zeigen",
		hide: "Passwort verbergen",
		tooMany: (inTime) => `Zu viele Versuche. Versuchen Sie es ${inTime} noch einmal.`,
	},
	refused: {
		otherSite: "Von anderswo gesendet",
		otherSiteText:
			"Dieses Formular kam von keiner Seite dieses Servers, an der Sie angemeldet sind; deshalb wurde nichts geändert. Öffnen Sie die Seite hier und senden Sie es von dort.",
		wrongForm: "Kein Formular dieses Servers",
		wrongFormText:
			"Das kam in einer Form, in der keine Seite hier ihre Formulare sendet; deshalb wurde nichts geändert. Öffnen Sie die Seite hier und senden Sie es von dort.",
		crowded: "Zu viel auf einmal",
		crowdedText:
			"An diesen Server wird gerade zu viel auf einmal gesendet; deshalb wurde nichts geändert. Gehen Sie im Browser zurück, dort ist Ihr Text noch, und senden Sie es gleich noch einmal.",
		tooLong: "Zu lang",
		tooLongText: (most) =>
			`Ein Formular darf höchstens ${most} haben. Gehen Sie im Browser zurück, dort ist Ihr Text noch; kürzen Sie ihn und senden Sie ihn noch einmal.`,
		otherName: "Nicht unter diesem Namen",
		otherNameText:
			"Auf den Namen in der Adresszeile antwortet dieser Server nicht, weil fremde Seiten sonst über ihn hereinkämen. Öffnen Sie ihn über seine Adresse im lokalen Netz und fügen Sie den Namen in den Einstellungen hinzu, oder in CAIRN_ALLOWED_HOSTS auf dem Server.",
		shown: "Wird nicht mehr gezeigt",
		shownText:
			"Ein Token ist nur zwei Minuten lang zu sehen, nachdem es erzeugt wurde. Wenn Sie es nicht aufgehoben haben, geben Sie ihm ein neues Geheimnis: das wird Ihnen gezeigt.",
		toRotation: "Neues Geheimnis geben",
	},
	setup: {
		title: "Dieses Cairn zu Ihrem machen",
		lede: "Noch gehört es niemandem. Der Code zeigt, dass Sie diesen Server betreiben; dann wählen Sie das Passwort, mit dem Sie sich anmelden.",
		code: "Code",
		codeHint:
			"npm start gibt ihn aus. Er steht auch im Log des Servers und in der Datei claim-code des Datenordners.",
		passwordHint: (least) => `Mindestens ${least} Zeichen. Sie können es aus einem Passwortmanager einfügen.`,
		submit: "Passwort setzen und anmelden",
		wrongCode:
			"Das ist nicht der Code. Vielleicht ist er verbraucht oder durch einen neuen ersetzt: sehen Sie noch einmal nach.",
		badPassword: (least, most) =>
			`Das Passwort braucht ${least} bis ${most} Zeichen. Wählen Sie ein anderes.`,
		claimed: "Dieses Cairn hat inzwischen einen Eigentümer. Melden Sie sich mit dem Passwort an.",
	},
	login: {
		title: "Anmelden",
		submit: "Anmelden",
		wrong: "Das ist nicht das Passwort.",
	},
	settings: {
		title: "Einstellungen",
		lede: "Was für Sie als Eigentümer gilt, für diesen Server und für diesen Browser.",
		passwordTitle: "Passwort",
		passwordText: "Wenn Sie es ändern, enden alle anderen Sitzungen.",
		oldPassword: "Jetziges Passwort",
		newPassword: "Neues Passwort",
		changePassword: "Passwort ändern",
		passwordChanged: "Das Passwort ist geändert, und alle anderen Sitzungen sind beendet.",
		sessions: "Sitzungen",
		sessionsText:
			"Die Browser, die angemeldet sind. Eine Sitzung endet nach 12 Stunden ohne Gebrauch und spätestens nach 30 Tagen.",
		browser: "Browser",
		from: "Von",
		started: "Angemeldet",
		lastUsed: "Zuletzt benutzt",
		thisSession: "diese",
		unknownBrowser: "Ein unbekanntes Programm",
		endSession: "Beenden",
		endSessionOf: (browser) => `Sitzung von ${browser} beenden`,
		sessionEnded: "Die Sitzung ist beendet.",
		hosts: "Namen dieses Servers",
		hostsText:
			"Diese Seiten antworten auf die Adressen des Servers im lokalen Netz, auf Namen ohne Punkt und auf solche, die auf .local, .lan, .internal, .home.arpa oder .localhost enden. Ein anderer Name, etwa der eines Reverse-Proxys, muss hier stehen.",
		hostsFixed: (names) => `Durch CAIRN_ALLOWED_HOSTS gesetzt: ${names}.`,
		noHosts: "Noch kein anderer Name.",
		host: "Hostname",
		hostHint: "Zum Beispiel cairn.example.org, ohne http:// und ohne Port.",
		addHost: "Namen hinzufügen",
		removeHost: "Entfernen",
		removeHostOf: (name) => `${name} entfernen`,
		hostAdded: "Der Name ist hinzugefügt.",
		hostRemoved: "Der Name ist entfernt.",
		badHost: "Das ist kein Hostname. Geben Sie nur den Namen an, zum Beispiel cairn.example.org.",
		manyHosts: (most) => `Höchstens ${most} Namen können hier stehen. Entfernen Sie zuerst einen.`,
		hostInUse:
			"Unter diesem Namen haben Sie diese Seite geöffnet. Öffnen Sie sie unter einem anderen, um ihn zu entfernen.",
		here: "Dieser Browser",
		hereText: "Farben, Sprache und Tasten merkt sich dieser Browser, in Cookies.",
	},
};
