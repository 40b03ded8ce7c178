// The menu of the rooms is a disclosure that opens without a script; with one it also closes by Escape, and by a click or by
// moving on beside it.
export function foldRooms() {
	const menu = document.querySelector(".rooms-menu");
	if (menu === null) return;
	const close = () => {
		menu.open = false;
	};
	document.addEventListener("click", ({ target }) => {
		if (!menu.contains(target)) close();
	});
	menu.addEventListener("focusout", ({ relatedTarget }) => {
		if (relatedTarget !== null && !menu.contains(relatedTarget)) close();
	});
	menu.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape" || !menu.open) return;
		close();
		menu.querySelector("summary").focus();
	});
}
