import { Link, useMatches } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { number } from "../../../shared/format.ts";
import { OpenPalette } from "../commands/open-palette.tsx";
import { Wordmark } from "../site/top-bar.tsx";
import { kept } from "./kept.ts";
import { ROLE_NAMES } from "./roles.ts";
import { ROOMS, type Room, type StaffScreen, useRooms, useStaffScreens } from "./staff-screens.ts";
import { useStaff } from "./use-staff.ts";
import { useWaiting } from "./use-waiting.ts";

/** The number of slots in a phone's bottom bar; the last one opens the other rooms. */
const MAX_SLOTS = 5;

/** Navigation of every staff screen: the rooms in a side rail, and on phones those of every day in a bottom bar. */
export function Rail({ leave }: { readonly leave: ReactNode }) {
  const { role, username } = useStaff();
  const rooms = useRooms(role);
  const waiting = useWaiting();
  const current = useRoom(rooms);
  const [unfolded, fold] = useUnfolded(current);
  const fits = rooms.length <= MAX_SLOTS;
  const entry = (room: Room) => (
    <RoomEntry
      key={room.id}
      room={room}
      waiting={waiting}
      isCurrent={room === current}
      isUnfolded={unfolded === room.id}
      onFold={() => fold(unfolded === room.id ? null : room.id)}
    />
  );
  return (
    <header className="rail">
      <div className="rail-head">
        <Wordmark />
        <OpenPalette />
      </div>
      <nav className="rail-nav" aria-label="Back office">
        {(fits ? rooms : rooms.slice(0, MAX_SLOTS - 1)).map(entry)}
        {!fits && <Rest>{rooms.slice(MAX_SLOTS - 1).map(entry)}</Rest>}
      </nav>
      <div className="rail-account">
        <p>
          <strong>{username}</strong>
          <span>{ROLE_NAMES[role]}</span>
        </p>
        {leave}
      </div>
    </header>
  );
}

/** The rail until it is known who is signed in: the same rooms, without links. */
export const EmptyRail = () => (
  <header className="rail">
    <div className="rail-head">
      <Wordmark />
    </div>
    <div className="rail-nav" aria-hidden="true">
      {Object.values(ROOMS).map(({ name, icon }) => (
        <span key={name} className="rail-link rail-room">
          <Icon path={icon} />
          {name}
        </span>
      ))}
    </div>
  </header>
);

/** The room of the screen that is shown. */
function useRoom(rooms: readonly Room[]): Room | undefined {
  const path: string | undefined = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const shown = useStaffScreens().find((screen) => screen.path === path);
  return rooms.find(({ id }) => id === shown?.room);
}

const unfoldedRoom = kept("unfolded-room");

/** The id of the room whose screens are listed: that of the screen, else the one that was unfolded last. */
function useUnfolded(current: Room | undefined) {
  const own = current && current.screens.length > 1 ? current.id : null;
  const [unfolded, setUnfolded] = useState<string | null>(own ?? unfoldedRoom.read());
  useEffect(() => {
    if (own !== null) unfoldedRoom.write(own);
  }, [own]);
  function fold(room: string | null): void {
    setUnfolded(room);
    unfoldedRoom.write(room);
  }
  return [unfolded, fold] as const;
}

interface RoomEntryProps {
  readonly room: Room;
  readonly waiting: ReadonlyMap<string, number>;
  readonly isCurrent: boolean;
  readonly isUnfolded: boolean;
  readonly onFold: () => void;
}

function RoomEntry({
  room: { name, icon, screens },
  waiting,
  isCurrent,
  isUnfolded,
  onFold,
}: RoomEntryProps) {
  const id = useId();
  const [first] = screens;
  const count = screens.reduce((sum, { path }) => sum + (waiting.get(path) ?? 0), 0);
  const isSingle = screens.length === 1;
  return (
    <div className="rail-room" data-current={isCurrent || undefined}>
      <Link className="rail-link" to={first.path} activeOptions={EXACT}>
        <Icon path={icon} />
        {name}
        {(isSingle || !isUnfolded) && <Waiting count={count} />}
      </Link>
      {!isSingle && (
        <>
          <button
            type="button"
            className="rail-fold"
            aria-expanded={isUnfolded}
            aria-controls={id}
            aria-label={`Screens of ${name}`}
            onClick={onFold}
          >
            <Icon path="M8 10l4 4 4-4" />
          </button>
          <ul className="rail-screens" id={id} hidden={!isUnfolded}>
            {screens.map((screen) => (
              <li key={screen.path}>
                <ScreenLink screen={screen} count={waiting.get(screen.path) ?? 0} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const EXACT = { exact: true, includeSearch: false } as const;

const ScreenLink = ({ screen, count }: { readonly screen: StaffScreen; readonly count: number }) => (
  <Link className="rail-screen" to={screen.path} activeOptions={EXACT}>
    {screen.label}
    <Waiting count={count} />
  </Link>
);

const Waiting = ({ count }: { readonly count: number }) =>
  count > 0 && (
    <span className="rail-count">
      {number.format(count)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );

/** The other screens of the room, where the rail does not list them: above the screen on phones. */
export function RoomScreens() {
  const { role } = useStaff();
  const room = useRoom(useRooms(role));
  const waiting = useWaiting();
  if (!room || room.screens.length === 1) return null;
  return (
    <nav className="rail-siblings" aria-label={room.name}>
      {room.screens.map((screen) => (
        <ScreenLink key={screen.path} screen={screen} count={waiting.get(screen.path) ?? 0} />
      ))}
    </nav>
  );
}

const Icon = ({ path }: { readonly path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);

/** Rooms that do not fit in the bottom bar; in the side rail they look like all others. */
function Rest({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const rest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const ends = new AbortController();
    const { signal } = ends;
    function onKey({ key }: KeyboardEvent): void {
      if (key !== "Escape") return;
      setOpen(false);
      rest.current?.querySelector("button")?.focus();
    }
    function onPress({ target }: PointerEvent): void {
      if (!(target instanceof Node && rest.current?.contains(target))) setOpen(false);
    }
    document.addEventListener("keydown", onKey, { signal });
    document.addEventListener("pointerdown", onPress, { signal });
    return () => ends.abort();
  }, [open]);
  return (
    <div ref={rest} className="rail-rest" data-open={open || undefined}>
      <button
        type="button"
        className="rail-link rail-more"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon path="M5 12h.01M12 12h.01M19 12h.01" />
        More
      </button>
      <div className="rail-sheet">{children}</div>
    </div>
  );
}
