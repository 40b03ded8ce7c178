/** How many characters two texts begin with in common. Compares them in bulk, which is far faster than one by one. */
export function commonPrefixLength(a: string, b: string): number {
	let length = 0;
	let atMost = Math.min(a.length, b.length);
	while (length < atMost) {
		const half = Math.ceil((length + atMost) / 2);
		if (a.slice(length, half) === b.slice(length, half)) length = half;
		else atMost = half - 1;
	}
	return length;
}

/** How many characters two texts end with in common. */
export function commonSuffixLength(a: string, b: string): number {
	let length = 0;
	let atMost = Math.min(a.length, b.length);
	while (length < atMost) {
		const half = Math.ceil((length + atMost) / 2);
		const isCommon =
			a.slice(a.length - half, a.length - length) === b.slice(b.length - half, b.length - length);
		if (isCommon) length = half;
		else atMost = half - 1;
	}
	return length;
}
