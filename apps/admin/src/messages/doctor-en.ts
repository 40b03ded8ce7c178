export const doctorEn = {
	doctor: {
		title: "Doctor",
		lede: "What usually is wrong when something doesn't work, looked at just now on the server. On a laptop, cairn doctor does the same there.",
		check: "Looked at",
		state: "State",
		found: "Found",
		again: "Look again",
		checks: {
			address: "Address of the registry",
			proxy: "Proxy",
			clock: "Clock",
			store: "Store",
			database: "Database",
			disk: "Disk",
			permissions: "Permissions of the data",
			versions: "Versions",
			engines: "Engines of the converter",
			convert_token: "Token of the converter",
		},
		states: { ok: "well", warning: "look at it", failed: "failed", left_out: "left out" },
	},
};
