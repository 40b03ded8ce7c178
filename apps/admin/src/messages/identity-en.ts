export const identityEn = {
	identity: {
		somebodyAt: (address: string) => `Somebody at ${address}`,
		somebody: "Somebody",
		deeds: {
			"owner.claim": "set up this server",
			"owner.login": "signed in",
			"owner.logout": "signed out",
			"owner.password": "changed the password",
			"owner.reset": "reset the owner's access from the server's shell",
			"session.end": "ended a session:",
			"token.create": "made a token:",
			"token.rotate": "gave a token a new secret:",
			"token.pause": "paused a token:",
			"token.resume": "resumed a token:",
			"token.revoke": "revoked a token:",
			"agent.delete": "deleted an agent:",
			"host.allow": "allowed a host name:",
			"host.remove": "removed a host name:",
			"access.refuse": "was refused:",
			"access.flood": "was refused many times more, lastly:",
		},
	},
};
