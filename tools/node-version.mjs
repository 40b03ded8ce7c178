// Imported before anything else, in syntax that old Nodes can read, so that they meet a sentence and no stack.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
	process.stderr.write(
		`cairn: Node.js 20.19 or newer is needed, and this is ${process.versions.node}. Get one from https://nodejs.org.\n`,
	);
	process.exit(1);
}
