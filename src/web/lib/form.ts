import { type FieldErrors, isMissing, missing } from "../../shared/errors.ts";
import { INVALID_EMAIL, isEmail } from "../../shared/text-rules.ts";

/** A field of a form as it was typed; empty if there is no such field. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "");

export interface Invalid {
  readonly issues: readonly {
    readonly path: readonly PropertyKey[];
    readonly message: string;
    /** With the `code` of a problem that forms explain in their own words. */
    readonly params?: { readonly code?: unknown } | undefined;
  }[];
}

type Texts = Readonly<Record<string, string>>;

/** What a form is checked with: a Zod schema, or `requiredTexts`. */
export interface FormSchema {
  safeParse(data: unknown): { readonly success: true } | { readonly success: false; readonly error: Invalid };
}

/** What a form must read from its fields. */
export type InputOf<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } }
  ? Input
  : Readonly<Record<string, unknown>>;

/**
 * Checks that no text is empty and that those in `emails` are addresses, and leaves the rest to the server: Zod is too
 * large for a form that is sent before the app has loaded. `labels` are those of the fields, by name.
 */
export const requiredTexts = (labels: Texts, emails: readonly string[] = []): FormSchema => ({
  safeParse(texts) {
    const issues = Object.entries(labels).flatMap(([name, label]) => {
      const text: unknown = Reflect.get(Object(texts), name);
      if (!text) return problemAt(name, missing(label));
      return emails.includes(name) && !isEmail(String(text)) ? problemAt(name, INVALID_EMAIL) : [];
    });
    return issues.length === 0 ? { success: true } : { success: false, error: { issues } };
  },
});

const problemAt = (name: string, { error, params }: ReturnType<typeof missing> | typeof INVALID_EMAIL) => [
  { path: [name], message: error, params },
];

/** The first message of each field, or the form's own words for its code. */
export function sentencesOf({ issues }: Invalid, hints: Texts = {}): FieldErrors {
  const fields: Record<string, string> = {};
  for (const { path, message, params } of issues)
    fields[path.map(String).join(".")] ??= hints[String(params?.code)] ?? message;
  return fields;
}

/** Why a form was not sent. */
export interface Problem {
  /** `missing` if a required field is empty, else the message of the first invalid field. */
  readonly sentence: string;
  readonly code: "missing" | "invalid";
  /** The first invalid field. */
  readonly field: string;
}

/** `whenMissing` is the sentence for an empty required field. */
export function problemOf({ issues }: Invalid, whenMissing: string): Problem {
  const field = issues[0]?.path.map(String).join(".") ?? "";
  if (issues.some(isMissing)) return { sentence: whenMissing, code: "missing", field };
  return { sentence: issues[0]?.message ?? whenMissing, code: "invalid", field };
}
