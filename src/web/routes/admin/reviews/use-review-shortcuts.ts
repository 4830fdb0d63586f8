import type { RefObject } from "react";
import type { ClaimDecision } from "../../../../shared/reviews/reviews.ts";
import { type KeyWords, type Shortcuts, useShortcuts } from "../../../kit/commands/use-shortcuts.ts";
import { SHORTCUTS } from "./content.ts";

interface ReviewScreenState {
  readonly list: RefObject<HTMLElement | null>;
  readonly open: string | undefined;
  readonly decision: ClaimDecision | null;
  readonly decide: (decision: ClaimDecision | null) => void;
  readonly leave: () => void;
}

const LINES = "[data-case]";

/** Keyboard control: j and k or the arrows move, Enter opens, a and r decide, m asks the partner of a claim for more, Escape goes back. */
export function useReviewShortcuts(
  { list, open, decision, decide, leave }: ReviewScreenState,
  words: KeyWords = SHORTCUTS,
): void {
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>(LINES) ?? [])];

  function move(by: 1 | -1, event: KeyboardEvent): void {
    const all = lines();
    const focused = all.findIndex((line) => line.contains(document.activeElement));
    const from = focused === -1 ? all.findIndex((line) => line.dataset.case === open) : focused;
    const to = from === -1 ? (by === 1 ? 0 : all.length - 1) : from + by;
    event.preventDefault();
    all[to]?.focus();
  }
  /** Outside of the list the arrows scroll. */
  function arrow(by: 1 | -1, event: KeyboardEvent): void {
    const { activeElement } = document;
    if (activeElement === document.body || list.current?.contains(activeElement)) move(by, event);
  }
  function back(): void {
    if (decision !== null) decide(null);
    else if (open !== undefined) leave();
  }
  function start(next: ClaimDecision, event: KeyboardEvent): void {
    if (open === undefined) return;
    event.preventDefault(); // the letter must not be typed into the field that opens
    decide(next);
  }

  const shortcuts: Shortcuts = new Map<string, (event: KeyboardEvent) => void>([
    ["j", (event) => move(1, event)],
    ["k", (event) => move(-1, event)],
    ["ArrowDown", (event) => arrow(1, event)],
    ["ArrowUp", (event) => arrow(-1, event)],
    ["a", (event) => start("approved", event)],
    ["r", (event) => start("rejected", event)],
    ["m", (event) => open?.startsWith("claim:") && start("more", event)],
    ["Escape", back],
  ]);
  useShortcuts(shortcuts, words);
}
