import type { FileSummary, LogSummary } from "@cairn/scratchpad";
import type { Services } from "../services.ts";

/** The files that an agent wrote last, the newest first. */
export async function latestFiles(
	services: Services,
	agentId: string,
	count: number,
): Promise<FileSummary[]> {
	const prisma = await services.store().prisma();
	const rows = await prisma.file.findMany({
		where: { agentId },
		select: { path: true },
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		take: count,
	});
	const found = await Promise.all(
		rows.map(({ path }) => services.reader().listFiles(agentId, { prefix: path, limit: 1 })),
	);
	// A file that was deleted meanwhile gives the next path that starts like its own, or none.
	return found.flatMap(({ files }, index) => files.filter(({ path }) => path === rows[index]?.path));
}

/** The logs that an agent appended to last, the newest first. */
export async function latestLogs(services: Services, agentId: string, count: number): Promise<LogSummary[]> {
	const prisma = await services.store().prisma();
	const rows = await prisma.log.findMany({
		where: { agentId },
		select: { path: true },
		orderBy: [{ lastEntryAt: "desc" }, { id: "desc" }],
		take: count,
	});
	const found = await Promise.all(rows.map(({ path }) => services.reader().getLog(agentId, path)));
	return found.filter((log) => log !== undefined);
}
