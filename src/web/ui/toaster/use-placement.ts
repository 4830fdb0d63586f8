import { type RefObject, useLayoutEffect } from "react";
import { type Box, placeToast, type Spot } from "./place-toast.ts";

const ACTIONS = "a[href],button,input,select,textarea,summary,label,[tabindex='0']";
const TEXT_OF_DIALOG = ":is(h2,h3,p,li,dt,dd,th,td,legend,img)";
const CHECK_EVERY = 200; // milliseconds; dialogs close and lists load under an open toast
const ROW_MARGIN = 8; // pixels above and below a toast in a row of its own

/**
 * Keeps a toast off every action and field of the window, and off the text of a dialog. Where there is no room for it, it
 * gets a row of its own above the page and its dialogs. A toast that is being pointed at or has the focus stays where it is,
 * as long as the window shows it.
 */
export function usePlacement(toast: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = toast.current;
    if (!element) return;
    let spot: Spot | null = null;
    let isFirst = true;
    const pointer = watchPointer(element);
    function place(): void {
      if (!element) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const window = { width: document.documentElement.clientWidth, height: innerHeight };
      const isUsed = pointer.isOver() || element.matches(":focus-within");
      if (!isFirst && isUsed && isInside(element.getBoundingClientRect(), window)) return;
      if (isFirst) setRow(0);
      const free = placeToast(window, { width, height }, boxesIn(window), spot);
      setRow(free ? 0 : height + 2 * ROW_MARGIN);
      spot = free;
      isFirst = false;
      move(element, free ?? { left: (window.width - width) / 2, top: ROW_MARGIN });
    }
    place();
    const timer = setInterval(place, CHECK_EVERY);
    return () => {
      clearInterval(timer);
      pointer.end();
      setRow(0);
    };
  }, [toast]);
}

/** Whether a pointer was moved onto the element: the toast may have appeared under one that rests. */
function watchPointer(element: HTMLElement) {
  let hasMoved = false;
  const stop = new AbortController();
  const move = ({ movementX, movementY }: PointerEvent) => {
    hasMoved ||= movementX !== 0 || movementY !== 0; // both 0: the browser reports a change of what is under it
  };
  const leave = () => {
    hasMoved = false;
  };
  element.addEventListener("pointermove", move, { signal: stop.signal });
  element.addEventListener("pointerleave", leave, { signal: stop.signal });
  return { isOver: () => hasMoved && element.matches(":hover"), end: () => stop.abort() };
}

/** A phone that is turned leaves less width or height. */
const isInside = ({ right, bottom }: DOMRect, { width, height }: { width: number; height: number }) =>
  right <= width && bottom <= height;

function move(toast: HTMLElement, { left, top }: Spot): void {
  toast.style.setProperty("--toast-left", `${left}px`);
  toast.style.setProperty("--toast-top", `${top}px`);
}

/** The height of the row above the page; the focused field stays in view. */
function setRow(height: number): void {
  const { style } = document.documentElement;
  const value = height === 0 ? "" : `${height}px`;
  if (style.getPropertyValue("--toast-row") === value) return;
  style.setProperty("--toast-row", value);
  if (document.activeElement?.matches(ACTIONS)) document.activeElement.scrollIntoView({ block: "nearest" });
}

/** The interactive elements that are not behind a dialog, and the text of the dialog. */
const boxesIn = ({ height }: { readonly height: number }): readonly Box[] =>
  [...document.querySelectorAll<HTMLElement>(`${ACTIONS},[role=dialog] ${TEXT_OF_DIALOG}`)]
    .filter(
      (each) =>
        !each.closest("[inert], [data-scope=toast]") && each.checkVisibility({ visibilityProperty: true }),
    )
    .map((each) => each.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 1 && bottom > 0 && top < height);
