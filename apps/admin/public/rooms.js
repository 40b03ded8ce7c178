// On a narrow screen the rooms are one row that is wider than the screen: the one that the page belongs to is moved into
// its middle. Not by scrollIntoView, which would also move the page.
export function showRoom() {
	const rooms = document.querySelector(".masthead nav");
	const current = rooms?.querySelector("[aria-current]");
	if (!current) return;
	const [row, room] = [rooms, current].map((element) => element.getBoundingClientRect());
	rooms.scrollLeft += (room.left + room.right - row.left - row.right) / 2;
}
