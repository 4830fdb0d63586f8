import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { OpenPalette } from "../commands/open-palette.tsx";
import { Wordmark } from "../site/wordmark.tsx";
import { ROLE_NAMES } from "./roles.ts";
import { STAFF } from "./staff-content.ts";
import { StaffLogOut } from "./staff-log-out.tsx";
import { type StaffScreen, useStaffScreens } from "./staff-screens.ts";
import { useStaff } from "./use-staff.ts";

/** The number of slots in a phone's bottom bar; the last one opens a menu with the remaining links. */
const MAX_SLOTS = 5;

/** Navigation of every staff screen: a side rail, and a bottom bar on phones. `leave` replaces the log-out button. */
export function Rail({ leave }: { readonly leave?: ReactNode }) {
  const { role, username } = useStaff();
  const items = useStaffScreens().filter(({ roles, unlisted }) => !unlisted && roles.includes(role));
  const fits = items.length <= MAX_SLOTS;
  return (
    <header className="rail">
      <div className="rail-head">
        <Wordmark />
        <OpenPalette />
      </div>
      <nav className="rail-nav" aria-label={STAFF.nav}>
        {(fits ? items : items.slice(0, MAX_SLOTS - 1)).map((item) => (
          <RailLink key={item.path} item={item} />
        ))}
        {!fits && <Rest items={items.slice(MAX_SLOTS - 1)} />}
      </nav>
      <div className="rail-account">
        <p>
          <strong>{username}</strong>
          <span>{ROLE_NAMES[role]}</span>
        </p>
        {leave ?? <StaffLogOut />}
      </div>
    </header>
  );
}

function RailLink({ item, onClick }: { readonly item: StaffScreen; readonly onClick?: () => void }) {
  return (
    <Link
      className="rail-link"
      to={item.path}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(onClick && { onClick })}
    >
      <Icon path={item.icon} />
      {item.label}
    </Link>
  );
}

const Icon = ({ path }: { readonly path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);

/** Links that do not fit in the bottom bar; in the side rail they look like all others. */
function Rest({ items }: { readonly items: readonly StaffScreen[] }) {
  const [open, setOpen] = useState(false);
  const rest = useRef<HTMLDivElement>(null);
  const close = () => setOpen(false);
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
        <Icon path={MORE} />
        {STAFF.more}
      </button>
      <div className="rail-sheet">
        {items.map((item) => (
          <RailLink key={item.path} item={item} onClick={close} />
        ))}
      </div>
    </div>
  );
}

const MORE = "M5 12h.01M12 12h.01M19 12h.01";
