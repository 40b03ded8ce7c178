// One schema is written by hand, prisma/schema.prisma. PostgreSQL's is made from it: the same models, another provider and
// another place for the client. `node tools/postgresql-schema.mjs` writes it anew after a change of models, and with
// `--check` says whether that was done.
import { readFileSync } from "node:fs";
import path from "node:path";
import { inCheckout } from "./checkout.mjs";
import { isProgram } from "./is-program.mjs";
import { writeFileAtomically } from "./stamp.mjs";

const SCHEMA = path.join("prisma", "schema.prisma");
const DERIVED = path.join("prisma", "postgresql", "schema.prisma");

/** PostgreSQL's schema by the one that is written by hand. */
function postgresqlSchema() {
	const models = readFileSync(inCheckout(SCHEMA), "utf8").replace(/^[\s\S]*?(?=^generator )/m, "");
	const derived = models
		.replace(
			'"../packages/store/src/generated/prisma"',
			'"../../packages/store/src/generated/prisma-postgresql"',
		)
		.replace('provider = "sqlite"', 'provider = "postgresql"');
	return `// Made by tools/postgresql-schema.mjs from ../schema.prisma: change that one.\n\n${derived}`;
}

if (isProgram(import.meta.url)) {
	if (!process.argv.includes("--check")) {
		writeFileAtomically(inCheckout(DERIVED), postgresqlSchema());
	} else if (readFileSync(inCheckout(DERIVED), "utf8") !== postgresqlSchema()) {
		process.stderr.write(`${DERIVED} is not what ${SCHEMA} says: run node tools/postgresql-schema.mjs.\n`);
		process.exitCode = 1;
	}
}
