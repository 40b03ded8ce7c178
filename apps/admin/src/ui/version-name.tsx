import { shortDigest } from "../scripts/short-digest.ts";
import { plainText } from "../text/hostile-text.ts";

/** A version by the start of its digest; the whole digest is in the title. */
export function VersionName({ digest, href }: { digest: string; href?: string | undefined }) {
	const name = (
		<code class="version" title={plainText(digest)}>
			{plainText(shortDigest(digest))}
		</code>
	);
	return href === undefined ? name : <a href={href}>{name}</a>;
}
