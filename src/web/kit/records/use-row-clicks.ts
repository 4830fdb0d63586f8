import { type RefObject, useEffect, useRef } from "react";
import { focusFrom } from "../../lib/focus-from.ts";

/** Makes a click anywhere in a row follow the link that opens its record, and returns the focus to it afterwards. */
export function useRowClicks(list: RefObject<HTMLElement | null>, open: string | undefined): void {
  useEffect(() => {
    const { current } = list;
    current?.addEventListener("click", followLink);
    return () => current?.removeEventListener("click", followLink);
  }, [list]);
  const last = useRef(open);
  useEffect(() => {
    const closed = last.current;
    last.current = open;
    if (closed === undefined || open !== undefined) return;
    focusFrom(null, list.current?.querySelector<HTMLElement>(linkTo(closed)) ?? headingIn(list.current));
  }, [list, open]);
}

const linkTo = (id: string) => `a[data-opens="${CSS.escape(id)}"]`;
const headingIn = (list: HTMLElement | null) => list?.querySelector<HTMLElement>("h2[tabindex]");

function followLink({ target, defaultPrevented, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  const held = ctrlKey || metaKey || shiftKey || altKey;
  if (!(target instanceof Element) || defaultPrevented || held || isSelecting()) return;
  if (target.closest("a, button, input, select, label")) return;
  const link = target.closest("tbody tr")?.querySelector<HTMLAnchorElement>("a[data-opens]");
  link?.focus();
  link?.click();
}

const isSelecting = (): boolean => getSelection()?.isCollapsed === false;
