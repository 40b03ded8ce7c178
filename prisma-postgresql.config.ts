import { defineConfig } from "prisma/config";

/** For the command line of Prisma alone, as the one for SQLite: `--config prisma-postgresql.config.ts`. */
export default defineConfig({
	schema: "prisma/postgresql/schema.prisma",
	migrations: { path: "prisma/postgresql/migrations" },
	datasource: { url: process.env.DATABASE_URL ?? "postgresql://localhost/cairn" },
	experimental: { externalTables: true },
	// What Prisma has no words for: the index of claims by runs of characters, and the counter of events.
	tables: { external: ["public.claim_grams", "public.event_ids"] },
});
