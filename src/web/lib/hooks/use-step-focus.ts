import { type RefObject, useEffect, useRef } from "react";

/**
 * For the body of a dialog with steps, or the heading of forms that lead to each other: it takes over the focus of a
 * control that is gone. Its `tabIndex` must be -1.
 */
export function useStepFocus<Part extends HTMLElement = HTMLDivElement>(
  step: string,
): RefObject<Part | null> {
  const body = useRef<Part>(null);
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
