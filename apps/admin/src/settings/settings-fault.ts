/** What of a form of the settings could not be taken. */
export interface SettingsFault {
	/** `tries` when nothing can be tried for now. */
	field: "old" | "next" | "host" | "tries";
	message: string;
}
