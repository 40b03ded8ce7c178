import { CairnError } from "@cairn/kernel";

/** An error that a page tells in its reader's language; what other parts throw is in English. */
export class PageError extends CairnError {}
