/** What a person must be told, without a stack: a sentence, and what a command printed when one failed. */
export class SetupError extends Error {
	constructor(message, output = "") {
		super(message);
		this.name = "SetupError";
		this.output = output;
	}
}

/** Runs a program's main function; a SetupError ends it with its sentence, any other error with its stack. */
export async function exitOnError(main) {
	try {
		process.exitCode = (await main()) ?? 0;
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		if (error.output !== "") process.stderr.write(`${error.output.trimEnd()}\n`);
		process.stderr.write(`cairn: ${error.message}\n`);
		process.exitCode = 1;
	}
}
