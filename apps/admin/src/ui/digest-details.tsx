/** Characters that tell two digests apart at a glance. */
const SHORT = 10;

/** The SHA-256 digest of a content: its start, and the whole of it for who opens it. */
export function DigestDetails({ digest }: { digest: string }) {
	return (
		<details class="digest">
			<summary>
				SHA-256 <code>{digest.slice(0, SHORT)}…</code>
			</summary>
			<code>{digest}</code>
		</details>
	);
}
