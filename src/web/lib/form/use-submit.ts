import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldErrors } from "../../../shared/errors.ts";
import { fieldsOf, messageOf } from "../error-message.ts";
import { needsReauthentication, refusalOf } from "../refusal.ts";
import { removeErrorToast } from "../toast/toast.ts";
import { type FormSchema, type InputOf, sentencesOf, summaryOf } from "./form-schema.ts";

export interface SubmitOptions<Schema extends FormSchema, Input extends InputOf<Schema>> {
  readonly schema: Schema;
  /** Text fields arrive as typed; a checkbox is there as "on" or not at all. */
  readonly read: (form: FormData) => Input;
  readonly send: (input: Input) => Promise<unknown>;
  /**
   * Called if nothing was sent, with the message of the first invalid field, or `missing` if a required one is empty.
   */
  readonly onInvalid: (sentence: string) => void;
  /** The form still holds what was sent. If it returns a promise, nothing is sent again before that has settled. */
  readonly onDone: (form: HTMLFormElement) => unknown;
  /** `message` is null if the server did not respond; `errors` are shown at their fields. */
  readonly onFailed: (message: string | null, error: unknown, errors: FieldErrors) => void;
  /** The only field that a 409 can be about; the message is shown there. */
  readonly conflictField?: string;
  readonly missing: string;
}

/** Checks and sends a form, once at a time. What was typed stays where it was. */
export function useSubmit<Schema extends FormSchema, Input extends InputOf<Schema>>(
  options: SubmitOptions<Schema, Input>,
) {
  const [fields, setFields] = useState<FieldErrors>({});
  const [sending, setSending] = useState(false);
  // State is too late for the second click of a double click.
  const busy = useRef(false);
  const retry = useRetryOnline();
  const lateClick = useLateClick();

  async function attempt(form: HTMLFormElement): Promise<void> {
    const input = options.read(new FormData(form));
    const checked = options.schema.safeParse(input);
    setFields(checked.success ? {} : sentencesOf(checked.error));
    if (!checked.success) {
      options.onInvalid(summaryOf(checked.error, options.missing));
      return focusFirst(form, sentencesOf(checked.error));
    }
    removeErrorToast(); // of the last attempt: it would outlive the success of this one
    const focused = document.activeElement;
    const wasOffline = !navigator.onLine;
    flushSync(() => setSending(true));
    const failed = await options.send(input).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    flushSync(() => setSending(false));
    // A disabled button loses focus, and the next Tab would start at the top of the page.
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
    if (!failed) {
      const sent = contentOf(form);
      const done = options.onDone(form);
      lateClick.expect(form, sent);
      await done; // until then a second click finds the same form, such as while its list is loaded again
      return;
    }
    if (needsReauthentication(failed.error)) return; // the user closed the dialog that asked for the password
    const errors = errorsOf(failed.error, options.conflictField);
    setFields(errors);
    options.onFailed(messageOf(failed.error), failed.error, errors);
    focusFirst(form, errors);
    // Without a connection from the start nothing was sent, so sending again cannot do it twice.
    if (wasOffline && messageOf(failed.error) === null) retry.schedule(form);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy.current || lateClick.is(event.currentTarget)) return;
    busy.current = true;
    retry.cancel();
    await attempt(event.currentTarget).finally(() => {
      busy.current = false;
    });
  }

  return { fields, sending, onSubmit } as const;
}

const LATE = 1_000; // milliseconds; a slow double click takes half of it

const contentOf = (form: HTMLFormElement): string => JSON.stringify([...new FormData(form)]);

/**
 * A click that was meant for what has just been sent: the second one of a double click, after a fast answer, or the
 * first one, after the retry was faster. It would find the form empty and report that.
 */
function useLateClick() {
  const cleared = useRef({ at: Number.NEGATIVE_INFINITY, left: "" });
  return {
    /** A form that still holds what was sent can be meant to be sent again. */
    expect(form: HTMLFormElement, sent: string): void {
      const left = contentOf(form);
      if (left !== sent) cleared.current = { at: performance.now(), left };
    },
    is: (form: HTMLFormElement): boolean =>
      performance.now() - cleared.current.at < LATE && contentOf(form) === cleared.current.left,
  } as const;
}

/** Submits a form once more as soon as the connection is back, unless the user has submitted it again or left. */
function useRetryOnline() {
  const waiting = useRef(new AbortController());
  useEffect(() => () => waiting.current.abort(), []);
  function cancel(): void {
    waiting.current.abort();
    waiting.current = new AbortController();
  }
  function schedule(form: HTMLFormElement): void {
    cancel();
    const again = () => form.checkVisibility() && form.requestSubmit(); // its dialog may have been closed
    addEventListener("online", again, { once: true, signal: waiting.current.signal });
  }
  return { schedule, cancel } as const;
}

const CONFLICT = 409;

function errorsOf(error: unknown, conflictField: string | undefined): FieldErrors {
  const refused = refusalOf(error);
  if (conflictField !== undefined && refused?.status === CONFLICT)
    return { [conflictField]: refused.sentence };
  return fieldsOf(error);
}

function focusFirst(form: HTMLFormElement, fields: FieldErrors): void {
  const first = [...form.elements].find(
    (each) => each.getAttribute("name") && fields[each.getAttribute("name") ?? ""],
  );
  if (first instanceof HTMLElement) first.focus();
}
