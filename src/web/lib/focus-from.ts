/** Moves the focus from an element that is removed, unless the user has already focused another element. */
export function focusFrom(gone: Element | null, to: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === gone) to?.focus();
}

/** Whether nothing on a new screen or in an opened part has the focus yet. */
export const isUnfocused = (): boolean =>
  document.activeElement?.matches("body, main, [data-scope=dialog][data-state=closed] *") ?? true;
