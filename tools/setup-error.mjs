/**
 * What a person must be told, without a stack: a sentence, and what a command printed when one failed. The program ends with
 * its exit code.
 */
export class SetupError extends Error {
	constructor(message, output = "", exitCode = 1) {
		super(message);
		this.name = "SetupError";
		this.output = output;
		this.exitCode = exitCode;
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
		process.exitCode = error.exitCode;
	}
}
