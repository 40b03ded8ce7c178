/** An engine that ended on its own in the middle of a task, which is tried once more. */
export class EngineCrash extends Error {
	override readonly name = "EngineCrash";

	constructor(engine: string) {
		super(`${engine} ended in the middle of a task`);
	}
}
