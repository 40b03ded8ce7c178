import type { ChildProcess } from "node:child_process";

const ends = new Set<() => void>();

/**
 * Sees to it that a program is gone once the tests that started it are over, also when their set-up failed half-way and
 * nobody holds it any more. One that leads a process group is gone with all of that.
 */
export function endsWithTests<Child extends ChildProcess>(child: Child, { group = false } = {}): Child {
	const end = () => {
		if (child.pid === undefined) return;
		try {
			process.kill(group ? -child.pid : child.pid, "SIGKILL");
		} catch {
			// It is gone already.
		}
	};
	ends.add(end);
	child.once("exit", () => ends.delete(end));
	return child;
}

function endAll(): void {
	for (const end of ends) end();
}

process.once("exit", endAll);
// By which vitest ends those that ran the tests.
process.once("SIGTERM", () => {
	endAll();
	process.kill(process.pid, "SIGTERM");
});
