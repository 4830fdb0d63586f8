import type { FieldErrors } from "../../../shared/errors.ts";
import { isRequiredMessage, requiredMessage } from "../../../shared/required.ts";

export interface Invalid {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

type Texts = Readonly<Record<string, string>>;

/** What a form is checked with: a Zod schema, or `requiredTexts`. */
export interface FormSchema {
  safeParse(data: unknown): { readonly success: true } | { readonly success: false; readonly error: Invalid };
}

/** What a form must read from its fields. */
export type InputOf<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } }
  ? Input
  : Texts;

/**
 * Checks that no text is empty, and leaves the rest to the server: a Zod schema would be too large for the sign-in.
 * `labels` are those of the fields, by name.
 */
export const requiredTexts = (labels: Texts): FormSchema => ({
  safeParse(texts) {
    const empty = Object.entries(labels).filter(([name]) => !Reflect.get(Object(texts), name));
    const issues = empty.map(([name, label]) => ({ path: [name], message: requiredMessage(label) }));
    return issues.length === 0 ? { success: true } : { success: false, error: { issues } };
  },
});

/** The first message of each field. */
export function sentencesOf({ issues }: Invalid): FieldErrors {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.map(String).join(".")] ??= message;
  return fields;
}

/** One message for the whole form; `missing` if a required field is empty. */
export function summaryOf({ issues }: Invalid, missing: string): string {
  const lacking = issues.some(({ message }) => isRequiredMessage(message));
  return lacking ? missing : (issues[0]?.message ?? missing);
}
