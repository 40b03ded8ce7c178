import { defineConfig } from "prisma/config";

/** For the command line of Prisma alone: a program at run time applies the migrations itself. Name a store by DATABASE_URL. */
export default defineConfig({
	schema: "prisma/schema.prisma",
	migrations: { path: "prisma/migrations" },
	datasource: { url: process.env.DATABASE_URL ?? "file::memory:" },
});
