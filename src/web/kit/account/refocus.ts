/** Makes screen readers announce a field with its new error, even if it already had the focus. */
export function refocus(field: HTMLElement | null): void {
  field?.blur();
  field?.focus();
}
