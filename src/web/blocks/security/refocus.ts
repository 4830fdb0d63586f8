/** Reads a field out with the error that stands beside it by now, also where it had the focus already. */
export function refocus(field: HTMLElement | null): void {
  field?.blur();
  field?.focus();
}
