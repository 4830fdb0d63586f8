const TEXT =
  "textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [autocomplete*=password])";

/** Marks an element as text of the user that is not in a field. */
export const UNSAVED = { "data-unsaved": true } as const;

/** Whether the user typed something into these fields; passwords are quickly typed again. */
export function hasUnsavedText(part: HTMLElement | null): boolean {
  if (!part) return false;
  if (part.querySelector("[data-unsaved]")) return true;
  return [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT)].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
}
