import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { browserSetting, forgetSettings } from "./browser-setting.ts";

const PREFIX = "draft:";
const KEPT_FIELDS =
  "textarea[name], select[name], input[name]:is(:not([type]), [type=text], [type=email], [type=tel], [type=url])";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type Draft = Readonly<Record<string, string>>;

/**
 * Keeps the text of a form until the tab is closed, so that a reload does not lose it. Fields that have a value when
 * the form opens keep that. Not for forms with passwords or cards.
 */
export function useDraft(name: string) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (ref.current) restore(ref.current, { ...readDraft(name), ...typedInFrame() });
  }, [name]);
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => writeDraft(name, textsOf(currentTarget));
  return { form: { ref, onInput }, clear: () => writeDraft(name, {}) } as const;
}

/** What was typed into the frame of a dialog before its scripts had loaded (`dialog-frame.ts`). */
export function typedInFrame(): Draft {
  const frame = document.querySelector<HTMLElement>(".dialog-frame");
  return frame ? Object.fromEntries(Object.entries(textsOf(frame)).filter(([, text]) => text !== "")) : {};
}

/** A text that is kept in the same way, for a field that is rendered from it. */
export function storedText(name: string): { current: string } {
  let text = readDraft(name).text ?? "";
  return {
    get current() {
      return text;
    },
    set current(next) {
      text = next;
      writeDraft(name, { text });
    },
  };
}

/** The value and the handler of a field that shows a stored text and stores what is typed. */
export function useStoredText(stored: ReturnType<typeof storedText>) {
  const [value, setValue] = useState(stored.current);
  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void {
    stored.current = currentTarget.value;
    setValue(currentTarget.value);
  }
  return { value, onChange } as const;
}

const settingOf = (name: string) => browserSetting(PREFIX + name, "sessionStorage");

/** Deletes the drafts whose names begin with `prefix`. */
export const deleteDrafts = (prefix: string): void => forgetSettings(PREFIX + prefix, "sessionStorage");

function readDraft(name: string): Draft {
  const kept: unknown = JSON.parse(settingOf(name).read() ?? "{}");
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return Object.fromEntries(Object.entries<unknown>(Object(kept)).filter(isText));
}

function writeDraft(name: string, values: Draft): void {
  const filled = Object.entries(values).filter(([, value]) => value !== "");
  settingOf(name).write(filled.length === 0 ? null : JSON.stringify(Object.fromEntries(filled)));
}

const controlsOf = (form: HTMLElement) => [...form.querySelectorAll<Control>(KEPT_FIELDS)];

const textsOf = (form: HTMLElement): Draft =>
  Object.fromEntries(controlsOf(form).map(({ name, value }) => [name, value]));

function restore(form: HTMLFormElement, values: Draft): void {
  for (const control of controlsOf(form)) {
    const value = values[control.name];
    if (value === undefined || control.value !== "") continue;
    // React overrides the property of the element itself, and would then not notice the change
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
    control.dispatchEvent(
      new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
    );
  }
}

const TYPED_FIELDS =
  "textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [autocomplete*=password])";

/** Marks an element as text of the user that is not in a field. */
export const UNSAVED = { "data-unsaved": true } as const;

/** Whether changes of what is saved would be lost: of a form with `data-edits`, in which checks and choices count too. */
export function hasUnsavedEdits(part: HTMLElement | null): boolean {
  if (part?.querySelector("[data-unsaved]")) return true;
  const form = part?.querySelector<HTMLFormElement>("form[data-edits]") ?? null;
  if (!form) return false;
  if (hasUnsavedText(form)) return true;
  const checks = form.querySelectorAll<HTMLInputElement>("input:is([type=checkbox], [type=radio])");
  const choices = form.querySelectorAll<HTMLSelectElement>("select[name]");
  return (
    [...checks].some(({ checked, defaultChecked }) => checked !== defaultChecked) ||
    [...choices].some(({ options, selectedIndex }) => selectedIndex !== savedIndex(options))
  );
}

/** The first option is chosen where none is saved. */
const savedIndex = (options: Iterable<HTMLOptionElement>): number =>
  Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  );

/** Whether the user typed something into these fields; passwords are quickly typed again. */
export function hasUnsavedText(part: HTMLElement | null): boolean {
  if (!part) return false;
  if (part.querySelector("[data-unsaved]")) return true;
  return [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED_FIELDS)].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
}
