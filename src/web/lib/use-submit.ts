import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldErrors } from "../../shared/errors.ts";
import { fieldsOf, messageOf, needsReauthentication, refusalOf, sentenceWithWait } from "./errors.ts";
import { type FormSchema, type InputOf, type Problem, problemOf, sentencesOf } from "./form.ts";
import { removeErrorToast, toastError } from "./toast.ts";

export interface SubmitOptions<Schema extends FormSchema, Input extends InputOf<Schema>> {
  /** Zod and the rules of a form can come after its fields: they are loaded once it is shown, for when it is sent. */
  readonly schema: Schema | (() => Promise<Schema>);
  /** Text fields arrive as typed; a checkbox is there as "on" or not at all. */
  readonly read: (form: FormData) => Input;
  readonly send: (input: Input) => Promise<unknown>;
  /** Called if nothing was sent, with what the form as a whole says; a toast says it if this is not given. */
  readonly onInvalid?: (sentence: string, problem: Problem) => void;
  /** What is wrong with a field is said there alone, without a toast. */
  readonly onlyAtFields?: true;
  /** What a field says in place of the schema's message, by the code of the problem. */
  readonly hints?: Readonly<Record<string, string>>;
  /** The form still contains what was sent. If it returns a promise, nothing is sent again before that has settled. */
  readonly onDone: (form: HTMLFormElement) => unknown;
  /** The toast where sending failed: its title, and what it says if the server did not respond. */
  readonly failed?: readonly [title: string, unreached?: string];
  /** `message` is null if the server did not respond; `errors` are shown at their fields. */
  readonly onFailed?: (message: string | null, error: unknown, errors: FieldErrors) => void;
  /** The only field that a 409 can be about; the message is shown there. */
  readonly conflictField?: string;
  readonly missing: string;
}

/**
 * Checks and sends a form, once at a time. What was typed stays where it was. `limited` says when the rate limit that
 * refused it lets it through again: a toast would be gone before that.
 */
export function useSubmit<Schema extends FormSchema, Input extends InputOf<Schema>>(
  options: SubmitOptions<Schema, Input>,
) {
  const [fields, setFields] = useState<FieldErrors>({});
  const [sending, setSending] = useState(false);
  const [limited, setLimited] = useState<string | null>(null);
  // State is too late for the second click of a double click.
  const busy = useRef(false);
  const schema = useRef(options.schema);
  useEffect(() => void rulesOf(schema.current), []);

  async function attempt(form: HTMLFormElement): Promise<void> {
    const input = options.read(new FormData(form));
    const checked = (await rulesOf(options.schema))?.safeParse(input);
    if (checked && !checked.success) {
      const sentences = sentencesOf(checked.error, options.hints);
      setFields(sentences);
      const problem = problemOf(checked.error, options.missing);
      if (options.onInvalid) options.onInvalid(problem.sentence, problem);
      else if (!options.onlyAtFields) toastError(problem.sentence);
      return focusFirst(form, sentences);
    }
    setFields({});
    setLimited(null);
    removeErrorToast(); // of the last attempt: it would outlive the success of this one
    const focused = document.activeElement;
    flushSync(() => setSending(true));
    const failed = await options.send(input).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    flushSync(() => setSending(false));
    // A disabled button loses focus, and the next Tab would start at the top of the page.
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
    if (!failed) {
      await options.onDone(form); // until then a second click finds the same form, such as while its list is loaded again
      return;
    }
    if (needsReauthentication(failed.error)) return; // the user closed the dialog that asked for the password
    const errors = errorsOf(failed.error, options.conflictField);
    setFields(errors);
    const refused = refusalOf(failed.error);
    if (refused?.status === TOO_MANY) setLimited(sentenceWithWait(refused));
    const [title, unreached] = options.failed ?? [];
    const isSaid = options.onlyAtFields && areShown(form, errors);
    if (title !== undefined && !isSaid) toastError(title, failed.error, unreached);
    options.onFailed?.(messageOf(failed.error), failed.error, errors);
    focusFirst(form, errors);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    event.currentTarget.addEventListener("click", ignoreSecondClick, { capture: true });
    if (busy.current) return;
    busy.current = true;
    await attempt(event.currentTarget).finally(() => {
      busy.current = false;
    });
  }

  return { fields, sending, limited, onSubmit } as const;
}

/** Null where they could not be loaded: the server has them too. */
const rulesOf = async <Schema>(schema: Schema | (() => Promise<Schema>)): Promise<Schema | null> =>
  schema instanceof Function ? await schema().catch(() => null) : schema;

/** The second click of a double click: after a fast response it would find the form cleared and report that. */
function ignoreSecondClick(event: MouseEvent): void {
  const isSubmit = event.target instanceof Element && event.target.closest("[type=submit]");
  if (isSubmit && event.detail > 1) event.preventDefault();
}

const CONFLICT = 409;
const TOO_MANY = 429;

function errorsOf(error: unknown, conflictField: string | undefined): FieldErrors {
  const refused = refusalOf(error);
  if (conflictField !== undefined && refused?.status === CONFLICT)
    return { [conflictField]: refused.sentence };
  return fieldsOf(error);
}

const areShown = ({ elements }: HTMLFormElement, errors: FieldErrors): boolean => {
  const names = Object.keys(errors);
  return names.length > 0 && names.every((name) => elements.namedItem(name) !== null);
};

function focusFirst(form: HTMLFormElement, fields: FieldErrors): void {
  const first = [...form.elements].find(
    (each) => each.getAttribute("name") && fields[each.getAttribute("name") ?? ""],
  );
  if (first instanceof HTMLElement) first.focus();
}
