import { hasUnsavedText } from "../form/unsaved-text.ts";

/** Whether the screen has a form that would be lost with it: one in an open dialog, or one with text in it. */
export const hasOpenForm = (): boolean =>
  [...document.querySelectorAll("form")].some(
    (form) => form.checkVisibility() && (form.closest("[role=dialog]") !== null || hasUnsavedText(form)),
  );
