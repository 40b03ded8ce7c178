/** What is wrong with a manifest, and where. */
export interface ManifestFault {
	/** Counted from 1; missing when it is about the whole file. */
	readonly line?: number;
	/** A sentence that says what to do. */
	readonly reason: string;
}

/** Carries a fault out of nested checks; caught in `parseManifest`, never seen outside. */
export class ManifestFaultError extends Error {
	readonly fault: ManifestFault;

	constructor(reason: string, line?: number) {
		super(reason);
		this.fault = { ...(line !== undefined && { line }), reason };
	}
}
