import { Portal } from "@ark-ui/react/portal";
import { Toaster as ArkToaster, Toast, useToastContext } from "@ark-ui/react/toast";
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ReadyContext } from "../../lib/ready.ts";
import { SWIPE_THRESHOLD, toaster } from "../../lib/toast/toaster.ts";
import { Button } from "../page/button.tsx";

/**
 * The live region, outside of the page so that a modal dialog does not silence it. Rendered after hydration, because the
 * CSP forbids its inline styles in prerendered markup.
 */
export function Toaster() {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated && <Region />;
}

function Region() {
  const ready = use(ReadyContext);
  useEffect(() => {
    // The region starts its key listener in a microtask after it is mounted.
    const timer = setTimeout(() => ready("toaster"), 0);
    return () => clearTimeout(timer);
  }, [ready]);
  return (
    <Portal>
      <ArkToaster
        className="toaster"
        style={UNPLACED}
        toaster={toaster}
        aria-label="Notifications (F8)"
        onBlur={resumeOnLeave}
      >
        {({ title, description, action }) => (
          <ToastCard title={title} description={description} action={action?.label} />
        )}
      </ArkToaster>
    </Portal>
  );
}

/** The library writes its own place into both elements, which no style sheet could then change. */
const UNPLACED = { bottom: undefined };
const PLACED_IN_WINDOW = { ...UNPLACED, position: "fixed" } as const;

/** Focus set by F8 with nothing focused before leaves unnoticed by the toaster: its timer would stay paused. */
function resumeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) toaster.resume();
}

interface ToastCardProps {
  readonly title: unknown;
  readonly description: unknown;
  readonly action: string | undefined;
}

function ToastCard({ title, description, action }: ToastCardProps) {
  const { dismiss } = useToastContext();
  const swipe = useSwipe(dismiss);
  const root = useRef<HTMLDivElement>(null);
  usePlacement(root);
  const stops = action === undefined ? 0 : -1; // from the region, Tab goes to the action at once
  return (
    <Toast.Root ref={root} className="toaster-toast" style={PLACED_IN_WINDOW} tabIndex={stops} {...swipe}>
      <Toast.Title className="toaster-title">{String(title)}</Toast.Title>
      {description !== undefined && (
        <Toast.Description className="toaster-description">{String(description)}</Toast.Description>
      )}
      {action !== undefined && (
        <Toast.ActionTrigger asChild>
          <Button
            look="text"
            className="toaster-action"
            // Pressed with a pointer it takes no focus, which the region would later give back to where it was.
            onMouseDown={(event) => event.preventDefault()}
          >
            {action}
          </Button>
        </Toast.ActionTrigger>
      )}
      <Toast.CloseTrigger className="toaster-close">
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d="M3.5 3.5l9 9m0-9l-9 9" />
        </svg>
      </Toast.CloseTrigger>
    </Toast.Root>
  );
}

type Swipe = PointerEvent<HTMLElement>;

/** Handlers that let a finger or mouse push an element off to the right; a shorter push springs back. */
function useSwipe(onSwiped: () => void) {
  const from = useRef<number | null>(null);

  function show(element: HTMLElement, moved: number): void {
    element.style.setProperty("--swipe-x", `${moved}px`);
    element.toggleAttribute("data-swiping", moved > 0);
  }

  function onPointerDown(event: Swipe): void {
    const onButton = event.target instanceof Element && event.target.closest("button");
    if (event.button !== 0 || onButton) return;
    from.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: Swipe): void {
    if (from.current !== null) show(event.currentTarget, Math.max(0, event.clientX - from.current));
  }

  function onPointerUp(event: Swipe): void {
    const moved = from.current === null ? 0 : event.clientX - from.current;
    from.current = null;
    if (moved >= SWIPE_THRESHOLD) onSwiped();
    else show(event.currentTarget, 0);
  }

  function onPointerCancel(event: Swipe): void {
    from.current = null;
    show(event.currentTarget, 0);
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } as const;
}

const ACTIONS = "a[href],button,input,select,textarea,summary,label,[tabindex='0']";
const TEXT_OF_DIALOG = ":is(h2,h3,p,li,dt,dd,th,td,legend,img)";
const CHECK_EVERY = 200; // milliseconds; dialogs close and lists load under an open toast
const ROW_MARGIN = 8; // pixels above and below a toast in a row of its own

/**
 * Keeps a toast off every action and field of the window, and off the text of a dialog. Where there is no room for it, it
 * gets a row of its own above the page and its dialogs. A toast that is being pointed at or has the focus stays where it is,
 * as long as the window shows it.
 */
function usePlacement(toast: RefObject<HTMLElement | null>): void {
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
  const move = ({ movementX, movementY }: globalThis.PointerEvent) => {
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

/** A rectangle in the window, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Spot {
  readonly left: number;
  readonly top: number;
}

const MARGIN = 16; // to the edges of the window
const GAP = 4; // to what must not be covered
const STEP = 8;

/**
 * A position where the toast covers none of the boxes: the current one, else the corner at the end of the last line,
 * else another corner or height. Null if there is none.
 */
export function placeToast(
  window: Size,
  toast: Size,
  boxes: readonly Box[],
  now: Spot | null = null,
): Spot | null {
  const spots = spotsFor(window, toast);
  const isFree = (spot: Spot) => !boxes.some((box) => covers(spot, toast, box));
  return (now === null ? spots : [now, ...spots]).find(isFree) ?? null;
}

/** Corners first, then every height along both sides. */
function spotsFor(window: Size, { width, height }: Size): readonly Spot[] {
  const ends = [window.width - width - MARGIN, MARGIN];
  const lowest = Math.max(MARGIN, window.height - height - MARGIN);
  const corners = ends.flatMap((left) => [lowest, MARGIN].map((top) => ({ left, top })));
  const heights = Array.from({ length: Math.ceil((lowest - MARGIN) / STEP) }, (_, n) => lowest - n * STEP);
  return [...corners, ...heights.flatMap((top) => ends.map((left) => ({ left, top })))];
}

function covers({ left, top }: Spot, { width, height }: Size, box: Box): boolean {
  const isAcross = left < box.right + GAP && left + width > box.left - GAP;
  return isAcross && top < box.bottom + GAP && top + height > box.top - GAP;
}
