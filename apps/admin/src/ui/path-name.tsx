/** A path with its folders quieter than its name. */
export function PathName({ path }: { path: string }) {
	const cut = path.lastIndexOf("/", path.length - 2) + 1;
	return (
		<>
			{cut > 0 && <span class="folder">{path.slice(0, cut)}</span>}
			<span class="name">{path.slice(cut)}</span>
		</>
	);
}
