import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus from an element that is removed, unless the user has already focused another element. */
export function focusFrom(gone: Element | null, to: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === gone) to?.focus();
}

/** Whether nothing on a new screen or in an opened part has the focus yet. */
export const isUnfocused = (): boolean =>
  document.activeElement?.matches("body, main, [data-scope=dialog][data-state=closed] *") ?? true;

/** Makes screen readers announce a field with its new error, even if it already had the focus. */
export function refocus(field: HTMLElement | null): void {
  field?.blur();
  field?.focus();
}

/**
 * For the heading of a record that a link opens: it takes the focus once the record is loaded, unless the user has focused
 * something else. `tabIndex` must be -1.
 */
export function useOpenedHeading(isLoaded: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isLoaded && isUnfocused()) heading.current?.focus({ preventScroll: true });
  }, [isLoaded]);
  return heading;
}

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
