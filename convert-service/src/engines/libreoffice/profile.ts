/** A setting of LibreOffice: where it stands, its name, its value. */
type Setting = readonly [path: string, name: string, value: string];

const SCRIPTING = "/org.openoffice.Office.Common/Security/Scripting";

/**
 * What a profile holds before its first start. `ooSetupLastVersion` spares the graphics self-test of a first start; the rest
 * is the fence: no macro runs, no link is followed or updated, nothing is looked up outside.
 */
const settings = (version: string): readonly Setting[] => [
	["/org.openoffice.Setup/Product", "ooSetupLastVersion", version],
	["/org.openoffice.Setup/Office", "ooSetupInstCompleted", "true"],
	["/org.openoffice.Office.Common/Misc", "FirstRun", "false"],
	["/org.openoffice.Office.Common/VCL", "UseSkia", "false"],
	["/org.openoffice.Office.Common/Save/Document", "AutoSave", "false"],
	["/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"],
	[SCRIPTING, "MacroSecurityLevel", "3"],
	[SCRIPTING, "DisableMacrosExecution", "true"],
	[SCRIPTING, "BlockUntrustedRefererLinks", "true"],
	["/org.openoffice.Office.Common/Security/Net", "DisableActiveContent", "true"],
	["/org.openoffice.Office.Writer/Content/Update", "Link", "0"],
	["/org.openoffice.Office.Calc/Content/Update", "Link", "2"],
];

/** The text of a new profile's `user/registrymodifications.xcu`, for a version such as `7.4`. */
export function profileSettings(version: string): string {
	const items = settings(version).map(
		([path, name, value]) =>
			`<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join("\n")}
</oor:items>
`;
}
