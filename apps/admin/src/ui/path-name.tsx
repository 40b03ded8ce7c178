import { MarkedText } from "./marked-text.tsx";

/** A path with its folders quieter than its name. */
export function PathName({ path }: { path: string }) {
	const cut = path.lastIndexOf("/", path.length - 2) + 1;
	return (
		<>
			{cut > 0 && (
				<span class="folder">
					<MarkedText text={path.slice(0, cut)} />
				</span>
			)}
			<span class="name">
				<MarkedText text={path.slice(cut)} />
			</span>
		</>
	);
}
