import { defineConfig } from "prisma/config";

/** A virtual table and those that SQLite keeps for it; Prisma has no words for them. */
const searchTables = ["", "_config", "_data", "_docsize", "_idx"].map((suffix) => `claim_grams${suffix}`);

/** For the command line of Prisma alone: a program at run time applies the migrations itself. Name a store by DATABASE_URL. */
export default defineConfig({
	schema: "prisma/schema.prisma",
	migrations: { path: "prisma/migrations" },
	datasource: { url: process.env.DATABASE_URL ?? "file::memory:" },
	experimental: { externalTables: true },
	tables: { external: searchTables },
});
