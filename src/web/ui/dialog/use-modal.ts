import { type KeyboardEvent, useLayoutEffect, useRef } from "react";

const SETTLED = 80; // milliseconds
const REACHABLE = "a[href],button,input,select,textarea,[tabindex]";

/**
 * Keeps the focus in a modal dialog and gives it back when it closes. The dialog's own trap would also keep
 * F8 from reaching the notifications, which stand above every dialog.
 */
export function useModal(open: boolean, focusAfter?: () => HTMLElement | null) {
  const after = useRef(focusAfter);
  after.current = focusAfter;
  // In the commit itself: by the next frame the focus has moved into the dialog.
  useLayoutEffect(() => {
    if (!open) return;
    const { activeElement } = document;
    const uncover = coverPage();
    return () => {
      uncover();
      const giveBack = () => {
        const next = after.current?.() ?? activeElement;
        if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      };
      giveBack();
      // While it closes, the dialog's state machine focuses its first field again and then hides it.
      setTimeout(() => {
        const lost = document.activeElement?.matches("body, [data-scope=dialog][data-state=closed] *");
        if (lost) giveBack();
      }, SETTLED);
    };
  }, [open]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== "Tab") return;
    const all = reachableIn(event.currentTarget);
    const [edge, other] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
    const outside = document.activeElement === event.currentTarget;
    if (document.activeElement !== edge && !(outside && event.shiftKey)) return;
    event.preventDefault();
    other?.focus();
  }

  return { onKeyDown } as const;
}

/** How many dialogs cover the page; they may close in any order. */
let covers = 0;

function coverPage(): () => void {
  const setInert = () => document.getElementById("root")?.toggleAttribute("inert", covers > 0);
  covers += 1;
  setInert();
  return () => {
    covers -= 1;
    setInert();
  };
}

const reachableIn = (part: HTMLElement): readonly HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(REACHABLE)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(":disabled") && each.checkVisibility(),
  );
