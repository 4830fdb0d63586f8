import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly name: string;
  /** How many items it holds; null while unknown. */
  readonly count?: number | null;
  /** Its URL. */
  readonly href: string;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly current: Id;
  readonly onSelect: (id: Id) => void;
  /** What the current tab shows. */
  readonly children: ReactNode;
}

/** With more tabs the bar scrolls sideways where it is too narrow. */
const FEW = 5;

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs with URLs: links in a new window, panels here. */
export function Tabs<Id extends string>({ label, tabs, current, onSelect, children }: TabsProps<Id>) {
  const scope = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => centerTab(list.current, current), [current]);
  function onKeyDown(event: KeyboardEvent): void {
    const next = nextOf(
      event,
      tabs.findIndex(({ id }) => id === current),
      tabs.length,
    );
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }
  function onClick(event: MouseEvent, id: Id): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (id !== current) onSelect(id);
  }
  return (
    <>
      <div
        className="tabs"
        data-many={tabs.length > FEW || undefined}
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ id, name, count, href }) => (
          <a
            key={id}
            id={`${scope}-${id}`}
            data-tab={id}
            className="tabs-tab"
            role="tab"
            href={href}
            aria-selected={id === current}
            aria-controls={`${scope}-panel`}
            tabIndex={id === current ? 0 : -1}
            onClick={(event) => onClick(event, id)}
          >
            {name}
            {typeof count === "number" && <span className="tabs-count"> ({count})</span>}
          </a>
        ))}
      </div>
      <div
        id={`${scope}-panel`}
        className="tabs-panel"
        role="tabpanel"
        aria-labelledby={`${scope}-${current}`}
      >
        {children}
      </div>
    </>
  );
}

/** Scrolls the bar, not the page, so that the tabs on both sides of the current one show. */
function centerTab(list: HTMLElement | null, id: string): void {
  const tab = list?.querySelector<HTMLElement>(`[data-tab="${id}"]`);
  if (!list || !tab) return;
  const [bar, box] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollBy({ left: box.left + box.width / 2 - (bar.left + bar.width / 2), behavior: "instant" });
}

function nextOf({ key, currentTarget }: KeyboardEvent, at: number, count: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  if (step === undefined) return null;
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? -step : step;
  return (at + forward + count) % count;
}
