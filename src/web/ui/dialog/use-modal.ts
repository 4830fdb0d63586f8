import { type KeyboardEvent, useLayoutEffect, useRef } from "react";

const REACHABLE = "a[href],button,input,select,textarea,summary,[tabindex]";

/**
 * Keeps the focus in a modal dialog and gives it back when it closes. The dialog's own trap would also keep
 * F8 from reaching the notifications, which stand above every dialog.
 */
export function useModal(open: boolean, focusAfter?: () => HTMLElement | null) {
  const after = useRef(focusAfter);
  after.current = focusAfter;
  const opener = useRef<Element | null>(null);
  // In the commit itself: by the next frame the focus has moved into the dialog.
  useLayoutEffect(() => {
    const giveBack = () => {
      const next = after.current?.() ?? opener.current;
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
    if (!open) {
      // Again: between the cleanup and here, React focuses what had the focus before the commit, in the closing dialog.
      if (opener.current) giveBack();
      opener.current = null;
      return;
    }
    opener.current = document.activeElement;
    const uncover = coverPage();
    return () => {
      uncover();
      giveBack();
    };
  }, [open]);

  /**
   * Where the dialog, a frame after it opened, puts the focus; null for its first control. It does so even if it closed
   * before that frame: the focus then stays where it was given back to.
   */
  const initialFocus = () => (opener.current ? null : focusedElement());

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== "Tab") return;
    const all = reachableIn(event.currentTarget);
    const [edge, other] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
    const { activeElement } = document;
    if (activeElement !== edge && !(event.shiftKey && isAbove(activeElement, edge))) return;
    event.preventDefault();
    other?.focus();
  }

  return { onKeyDown, initialFocus } as const;
}

const focusedElement = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : document.body;

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

/** Whether the dialog itself, or a part of it that only scripts focus, has the focus and comes before all controls. */
const isAbove = (focused: Element | null, first: HTMLElement | undefined): boolean =>
  focused !== null &&
  first !== undefined &&
  (first.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;

const reachableIn = (part: HTMLElement): readonly HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(REACHABLE)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(":disabled") && each.checkVisibility(),
  );
