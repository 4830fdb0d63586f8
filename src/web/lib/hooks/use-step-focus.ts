import { type RefObject, useEffect, useRef } from "react";

/** For the body of a dialog with steps: it takes over the focus of a control that is gone. Its `tabIndex` must be -1. */
export function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    const { activeElement } = document;
    // A control that was only hidden keeps the focus until the next frame.
    if (activeElement === document.body || !activeElement?.checkVisibility()) body.current?.focus();
  }, [step]);
  return body;
}
