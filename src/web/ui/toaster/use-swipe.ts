import { type PointerEvent, useRef } from "react";
import { SWIPE_THRESHOLD } from "../../lib/toast/toaster.ts";

type Swipe = PointerEvent<HTMLElement>;

/** Handlers that let a finger or mouse push an element off to the right; a shorter push springs back. */
export function useSwipe(onSwiped: () => void) {
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
