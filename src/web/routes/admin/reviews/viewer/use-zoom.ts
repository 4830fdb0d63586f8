import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { clampZoom, keptMiddle, wheeled, ZOOM_MIN } from "./zoom.ts";

const distanceOf = ({ touches: [one, two] }: TouchEvent): number | null =>
  one && two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : null;

/** The zoom of a frame that scrolls: by wheel with Ctrl, by a trackpad's pinch (which is one), and by two fingers. */
export function useZoom(frame: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(ZOOM_MIN);
  const shown = useRef(zoom);
  useEffect(() => {
    const element = frame.current;
    return element ? listen(element, setZoom) : undefined;
  }, [frame]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const ratio = zoom / shown.current;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    shown.current = zoom;
    element.style.setProperty("--zoom", String(zoom));
    element.scrollTo({
      left: keptMiddle(scrollLeft, clientWidth, ratio),
      top: keptMiddle(scrollTop, clientHeight, ratio),
      behavior: "instant",
    });
  }, [frame, zoom]);
  return [zoom, setZoom] as const;
}

type SetZoom = (next: (zoom: number) => number) => void;

/** React's own listeners are passive: they could not keep the browser from zooming the whole page. */
function listen(element: HTMLElement, setZoom: SetZoom): () => void {
  let distance: number | null = null;
  function onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    setZoom((zoom) => wheeled(zoom, event.deltaY));
  }
  function onTouch(event: TouchEvent): void {
    const [before, now] = [distance, distanceOf(event)];
    distance = now;
    if (now === null) return;
    event.preventDefault();
    if (before !== null && before > 0) setZoom((zoom) => clampZoom((zoom * now) / before));
  }
  const listening = new AbortController();
  const active = { passive: false, signal: listening.signal } as const;
  element.addEventListener("wheel", onWheel, active);
  for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"] as const)
    element.addEventListener(type, onTouch, active);
  return () => listening.abort();
}
