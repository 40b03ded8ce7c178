import { createContext, useContext } from "hono/jsx";
import type { Messages } from "../messages/messages.ts";
import type { Urls } from "../urls.ts";
import type { Format } from "./format.ts";
import type { Preferences } from "./preferences.ts";

/** What every component may need to know of the request that it is drawn for. */
export interface View extends Preferences {
	t: Messages;
	format: Format;
	urls: Urls;
	/** The folder of the assets' addresses. */
	assetFolder: string;
	/** The instant that ages are counted from, so that one page tells one time. */
	now: number;
	/** Path and query of this page: where a preference form comes back to. */
	here: string;
	/** The token for the forms of the owner's session; undefined where nobody is signed in. */
	csrf: string | undefined;
	/** Whether the page shows a form again that came when its session had ended. */
	isReturned: boolean;
}

export const ViewContext = createContext<View | undefined>(undefined);

/** The view of the page that is being drawn. */
export function useView(): View {
	const view = useContext(ViewContext);
	if (view === undefined) throw new Error("A component was drawn outside a page.");
	return view;
}
