import { agents, files, fileVersions, type Store } from "@cairn/store";

const AT = 1_000;

/** Writes the next version of a file of the scratchpad, and gives its number. */
export function putFile(
	store: Store,
	path: string,
	text: string,
	agentId = "claude-laptop",
): Promise<number> {
	const content = Buffer.from(text, "utf8");
	const key = { agentId, path };
	return store.transaction(async (sql) => {
		await agents.letAppear(sql, { id: key.agentId, at: AT });
		const file = await files.findFile(sql, key);
		const version = (file?.current_version ?? 0) + 1;
		const row = { version, bytes: content.byteLength, digest: `digest-${version}`, at: AT };
		const fileId = file?.id ?? (await files.insertFile(sql, { ...key, ...row }));
		if (file !== undefined)
			await files.updateFile(sql, { id: fileId, ...row, versions: version, retainedBytes: row.bytes });
		await fileVersions.insertVersion(sql, { fileId, version, content, digest: row.digest, at: AT });
		return version;
	});
}

/** Removes a file with all its versions. */
export function removeFile(store: Store, path: string): Promise<void> {
	return store.transaction(async (sql) => {
		const file = await files.findFile(sql, { agentId: "claude-laptop", path });
		if (file === undefined) throw new Error(`there is no file ${path}`);
		const lastVersion = file.current_version;
		await files.deleteFile(sql, { agentId: "claude-laptop", path, id: file.id, lastVersion, at: AT });
	});
}
