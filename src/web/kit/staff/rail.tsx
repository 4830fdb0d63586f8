import { Link, useMatches } from "@tanstack/react-router";
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { number } from "../../../shared/format.ts";
import { CASE_KIND_NAMES, CASE_KINDS, type CaseKind } from "../../../shared/reviews/reviews.ts";
import { browserSetting } from "../../lib/browser-setting.ts";
import { OpenPalette } from "../commands/open-palette.tsx";
import { Wordmark } from "../site/top-bar.tsx";
import { ROLE_NAMES } from "./roles.ts";
import { ROOMS, type Room, type StaffScreen, useRooms, useStaffScreens } from "./staff-screens.ts";
import { useStaff } from "./use-staff.ts";
import { casesOf, useWaiting } from "./use-waiting.ts";

/** The number of slots in a phone's bottom bar; the last one opens the other rooms. */
const MAX_SLOTS = 5;

/** Navigation of every staff screen: the rooms in a side rail, and on phones those of every day in a bottom bar. */
export function Rail({ logOut }: { readonly logOut: ReactNode }) {
  const { role, username } = useStaff();
  const rooms = useRooms(role);
  const waiting = useCounts();
  const current = useRoom(rooms);
  const [expanded, expand] = useExpanded(current);
  const fits = rooms.length <= MAX_SLOTS;
  const entry = (room: Room) => (
    <RoomEntry
      key={room.id}
      room={room}
      waiting={waiting}
      isCurrent={room === current}
      isExpanded={expanded === room.id}
      onToggle={() => expand(expanded === room.id ? null : room.id)}
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
        {!fits && <MoreRooms>{rooms.slice(MAX_SLOTS - 1).map(entry)}</MoreRooms>}
      </nav>
      <div className="rail-account">
        <p>
          <strong>{username}</strong>
          <span>{ROLE_NAMES[role]}</span>
        </p>
        {logOut}
      </div>
    </header>
  );
}

interface Counts {
  /** By the path of the screen that lists them. */
  readonly screens: ReadonlyMap<string, number>;
  readonly kinds: ReadonlyMap<CaseKind, number>;
}

const UNKNOWN: Counts = { screens: new Map(), kinds: new Map() };

const AFTER = 100; // milliseconds

/**
 * How many wait for the signed-in user; none until it is known. Asked a moment after the screen's own data: calls that are
 * sent together are answered together.
 */
function useCounts(): Counts {
  const [enabled, setEnabled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), AFTER);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useWaiting(enabled);
  if (!data) return UNKNOWN;
  return {
    screens: new Map([
      ["/admin/inquiries", data.inquiries],
      [REVIEWS, casesOf(data)],
      ["/partner-manager", data.partners],
      ["/admin/payments", data.pledges],
    ]),
    kinds: new Map(CASE_KINDS.map((kind) => [kind, data.cases[kind].count])),
  };
}

const REVIEWS = "/admin/reviews";

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

/** Whether the rail lists what is in a room: more than one screen, or cases of several kinds. */
const hasPages = ({ screens: [first, ...others] }: Pick<Room, "screens">): boolean =>
  others.length > 0 || first.path === REVIEWS;

const expandedRoom = browserSetting("unfolded-room");

/** The id of the room whose screens are listed: that of the screen, else the one that was expanded last. */
function useExpanded(current: Room | undefined) {
  const own = current && hasPages(current) ? current.id : null;
  const [expanded, setExpanded] = useState<string | null>(own ?? expandedRoom.read());
  useEffect(() => {
    if (own !== null) expandedRoom.write(own);
  }, [own]);
  function expand(room: string | null): void {
    setExpanded(room);
    expandedRoom.write(room);
  }
  return [expanded, expand] as const;
}

interface RoomEntryProps {
  readonly room: Room;
  readonly waiting: Counts;
  readonly isCurrent: boolean;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
}

function RoomEntry({
  room: { name, icon, screens },
  waiting,
  isCurrent,
  isExpanded,
  onToggle,
}: RoomEntryProps) {
  const id = useId();
  const [first] = screens;
  const count = screens.reduce((sum, { path }) => sum + (waiting.screens.get(path) ?? 0), 0);
  const isSingle = !hasPages({ screens });
  return (
    <div className="rail-room" data-current={isCurrent || undefined}>
      <Link className="rail-link" to={first.path} activeOptions={EXACT}>
        <Icon path={icon} />
        {name}
        {(isSingle || !isExpanded) && <Waiting count={count} />}
      </Link>
      {!isSingle && (
        <>
          <button
            type="button"
            className="rail-fold"
            aria-expanded={isExpanded}
            aria-controls={id}
            aria-label={`${name} pages`}
            onClick={onToggle}
          >
            <Icon path="M8 10l4 4 4-4" />
          </button>
          <ul className="rail-screens" id={id} hidden={!isExpanded}>
            {screens.map((screen) => (
              <Fragment key={screen.path}>
                <li>
                  <ScreenLink screen={screen} count={waiting.screens.get(screen.path) ?? 0} withKinds />
                </li>
                {screen.path === REVIEWS && <Kinds counts={waiting.kinds} />}
              </Fragment>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const EXACT = { exact: true, includeSearch: false } as const;

interface ScreenLinkProps {
  readonly screen: StaffScreen;
  readonly count: number;
  /** The kinds of cases have links of their own. */
  readonly withKinds?: true;
}

const ScreenLink = ({ screen, count, withKinds }: ScreenLinkProps) => (
  <Link
    className="rail-screen"
    to={screen.path}
    {...(screen.path === REVIEWS && { search: ALL_KINDS })}
    activeOptions={screen.path === REVIEWS && withKinds ? OF_ALL_KINDS : EXACT}
  >
    {screen.label}
    <Waiting count={count} />
  </Link>
);

/** The kinds of cases that wait, below the screen with all of them. */
const Kinds = ({ counts }: { readonly counts: Counts["kinds"] }) =>
  CASE_KINDS.map((kind) => {
    const count = counts.get(kind) ?? 0;
    return (
      count > 0 && (
        <li key={kind}>
          <Link className="rail-screen rail-kind" to={REVIEWS} search={{ kind }} activeOptions={SAME_KIND}>
            {CASE_KIND_NAMES[kind]}
            <Waiting count={count} />
          </Link>
        </li>
      )
    );
  });

const SAME_KIND = { includeSearch: true } as const;
const ALL_KINDS = { kind: undefined } as const;
const OF_ALL_KINDS = { includeSearch: true, explicitUndefined: true } as const;

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
  const waiting = useCounts();
  if (!room || room.screens.length === 1) return null;
  return (
    <nav className="rail-siblings" aria-label={room.name}>
      {room.screens.map((screen) => (
        <ScreenLink key={screen.path} screen={screen} count={waiting.screens.get(screen.path) ?? 0} />
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
function MoreRooms({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const ends = new AbortController();
    const { signal } = ends;
    function onKey({ key }: KeyboardEvent): void {
      if (key !== "Escape") return;
      setOpen(false);
      sheet.current?.querySelector("button")?.focus();
    }
    function onPress({ target }: PointerEvent): void {
      if (!(target instanceof Node && sheet.current?.contains(target))) setOpen(false);
    }
    document.addEventListener("keydown", onKey, { signal });
    document.addEventListener("pointerdown", onPress, { signal });
    return () => ends.abort();
  }, [open]);
  return (
    <div ref={sheet} className="rail-overflow" data-open={open || undefined}>
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
