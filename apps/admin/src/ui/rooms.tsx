import { useView, type View } from "../view/view.ts";

interface RoomLink {
	name: string;
	href: string;
	label: string;
	/** The keys that lead there. */
	keys: string;
}

/** The rooms that one is in most of the time. */
function dailyRooms({ t, urls }: View) {
	return [
		{ name: "home", href: urls.home(), label: t.home.title, keys: "g h" },
		{ name: "timeline", href: urls.timeline(), label: t.timeline.title, keys: "g t" },
		{ name: "agents", href: urls.agents(), label: t.agents.title, keys: "g a" },
		{ name: "claims", href: urls.claims(), label: t.claims.title, keys: "g l" },
		{ name: "scripts", href: urls.scripts(), label: t.scripts.title, keys: "g s" },
		{ name: "convert", href: urls.convert(), label: t.convert.title, keys: "g v" },
		{ name: "connect", href: urls.connect(), label: t.connect.room, keys: "g c" },
	] as const satisfies readonly RoomLink[];
}

/** The rooms that one needs now and then. */
function upkeepRooms({ t, urls }: View) {
	return [
		{ name: "routines", href: urls.routines(), label: t.routines.title, keys: "g r" },
		{ name: "laptops", href: urls.laptops(), label: t.laptops.title, keys: "g p" },
		{ name: "backups", href: urls.backups(), label: t.backups.title, keys: "g b" },
		{ name: "audit", href: urls.audit(), label: t.audit.title, keys: "g u" },
		{ name: "doctor", href: urls.doctor(), label: t.doctor.title, keys: "g d" },
		{ name: "settings", href: urls.settings(), label: t.settings.title, keys: "g e" },
	] as const satisfies readonly RoomLink[];
}

export type RoomName =
	| ReturnType<typeof dailyRooms>[number]["name"]
	| ReturnType<typeof upkeepRooms>[number]["name"];

interface RoomsProps {
	/** The room that the page belongs to. */
	room: RoomName | undefined;
}

/** The rooms as a row, where the screen is wide enough for it. */
export function Rooms({ room }: RoomsProps) {
	const view = useView();
	return (
		<nav class="rooms" aria-label={view.t.rooms}>
			<RoomLinks links={dailyRooms(view)} room={room} withKeys />
		</nav>
	);
}

/**
 * The rooms for which there is no room in the row, behind one word: all of them on a narrow screen, else those that one
 * needs now and then. It opens without a script. The keys are on the links of the other lists.
 */
export function RoomsMenu({ room }: RoomsProps) {
	const view = useView();
	const upkeep = upkeepRooms(view);
	const isInside = upkeep.some(({ name }) => name === room);
	return (
		<details class="rooms-menu">
			<summary class={isInside ? "inside" : undefined}>
				<span class="menu-all">{view.t.menu}</span>
				<span class="menu-more">{view.t.more}</span>
			</summary>
			<nav aria-label={view.t.menu}>
				<div class="daily">
					<RoomLinks links={dailyRooms(view)} room={room} />
				</div>
				<RoomLinks links={upkeep} room={room} />
			</nav>
		</details>
	);
}

/** The other rooms, at the foot of each page. */
export function Upkeep({ room }: RoomsProps) {
	const view = useView();
	return (
		<nav class="upkeep" aria-label={view.t.upkeep}>
			<RoomLinks links={upkeepRooms(view)} room={room} withKeys />
		</nav>
	);
}

interface LinksProps extends RoomsProps {
	links: readonly RoomLink[];
	withKeys?: boolean;
}

function RoomLinks({ links, room, withKeys = false }: LinksProps) {
	return (
		<>
			{links.map(({ name, href, label, keys }) => (
				<a
					href={href}
					aria-current={name === room ? "page" : undefined}
					data-key={withKeys ? keys : undefined}
				>
					{label}
				</a>
			))}
		</>
	);
}
