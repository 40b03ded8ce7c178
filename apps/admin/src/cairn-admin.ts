// The owner's program for a shell on the server. Beside main.ts, since both are bundled into the same folder.
import { runCli } from "./cli/run-cli.ts";

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());

process.exit(await runCli(process.argv.slice(2), { ...process, signal: stopping.signal }));
