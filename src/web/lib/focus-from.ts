/** Moves the focus on from what is gone, or will be; whoever went elsewhere meanwhile stays there. */
export function focusFrom(gone: Element, to: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === gone) to?.focus();
}
