// The owner's program for a shell on the server. Beside main.ts, since both are bundled into the same folder.
import { runCli } from "./cli/run-cli.ts";

process.exit(await runCli(process.argv.slice(2), process));
