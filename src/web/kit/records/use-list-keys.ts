import { type RefObject, useEffect, useRef } from "react";
import { focusFrom } from "../../lib/focus.ts";
import { type KeyWords, type Shortcuts, useShortcuts } from "../commands/use-shortcuts.ts";
import type { Selection } from "./selection.tsx";

const MOVES: KeyWords = [
  ["j", "next row"],
  ["k", "previous row"],
  ["Enter", "open the row"],
];
const EDITS: KeyWords = [["e", "edit the row"]];
const SELECTS: KeyWords = [
  ["x", "select the row"],
  ["Shift x", "select all rows up to this one"],
];

interface ListKeys {
  /** Begins to edit a row by its id; undefined where the rows of the list cannot be edited. */
  readonly edit: ((id: string) => void) | undefined;
  /** Undefined where rows cannot be selected. */
  readonly selection: Pick<Selection, "toggle" | "extendTo"> | undefined;
  /** The id of the record that is open next to the list. */
  readonly open: string | undefined;
}

/** Keyboard control of a list: j and k move, Enter opens, e edits, x selects. Of two lists, the one with the focus has the keys. */
export function useListKeys(list: RefObject<HTMLElement | null>, { edit, selection, open }: ListKeys): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
  const at = (all: readonly HTMLElement[]): number => {
    const focused = all.findIndex((row) => row.contains(document.activeElement));
    return focused === -1 ? all.findIndex(({ dataset }) => dataset.row === open) : focused;
  };

  function move(by: 1 | -1, event: KeyboardEvent): boolean {
    const all = rows();
    if (isInAnother(list.current) || all.length === 0) return false;
    event.preventDefault();
    const from = at(all);
    const to = from === -1 ? (by === 1 ? 0 : all.length - 1) : from + by;
    const row = all[to];
    if (row) (linkIn(row) ?? row).focus();
    return true;
  }
  /** On a link or a button of the row, Enter does what it does anyway. */
  function enter(): boolean {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !rows().includes(activeElement)) return false;
    linkIn(activeElement)?.click();
    return true;
  }
  function startEditing(event: KeyboardEvent): boolean {
    const all = rows();
    const id = all[at(all)]?.dataset.row;
    if (edit === undefined || id === undefined || isInAnother(list.current)) return false;
    event.preventDefault(); // the letter must not be typed into the form that opens
    edit(id);
    return true;
  }
  function select(isRange: boolean): boolean {
    const all = rows().flatMap(({ dataset }) => dataset.row ?? []);
    const id = all[at(rows())];
    if (selection === undefined || id === undefined || isInAnother(list.current)) return false;
    if (isRange) selection.extendTo(id, all);
    else selection.toggle(id);
    return true;
  }

  const shortcuts: Shortcuts = new Map<string, (event: KeyboardEvent) => boolean>([
    ["j", (event) => move(1, event)],
    ["k", (event) => move(-1, event)],
    ["Enter", enter],
    ["e", startEditing],
    ["x", () => select(false)],
    ["X", () => select(true)],
  ]);
  useShortcuts(shortcuts, [...MOVES, ...(edit ? EDITS : []), ...(selection ? SELECTS : [])]);
}

/** The link that opens a row's record. */
const linkIn = (row: HTMLElement) => row.querySelector<HTMLElement>("a[data-opens], th a[href^='/']");

const LISTS = ".record-panel-split";

function isInAnother(list: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest(LISTS) ?? null;
  return focused !== null && focused !== list;
}

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
