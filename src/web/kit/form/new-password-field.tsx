import { type ComponentProps, type RefObject, useEffect, useId, useRef, useState } from "react";
import { type OwnNames, ownNameProblem, TOO_COMMON } from "../../../shared/passwords/own-names.ts";
import { useBrand } from "../../lib/brand.ts";
import { textOf } from "../../lib/form.ts";
import { PasswordField } from "./field.tsx";

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordField>, "ref" | "autoComplete"> {
  /** In code points. */
  readonly min: number;
  /** Shown until enough is typed. */
  readonly hint: string;
  /** The names of a staff account, which the form may ask for. A partner's password may contain them. */
  readonly namesOf?: (form: FormData) => Omit<OwnNames, "brand">;
}

/** A field in which a new password is chosen, with a line that rates it by the server's rules. */
export function NewPasswordField({ min, hint, namesOf, ...field }: NewPasswordFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { name: brand } = useBrand();
  const { isCommon, load } = useCommonPasswords(namesOf ? "isCommonPassword" : "isListedPassword");
  const form = useFormData(input);
  const names = form && namesOf ? { ...namesOf(form), brand } : null;
  const advice = form && passwordAdvice(textOf(form, field.name), { min, names, isCommon });
  const isRepeated = field.error !== undefined && advice?.sentence.startsWith(field.error);
  return (
    <div className="field-noted">
      <PasswordField
        {...field}
        {...(!field.error && { "aria-describedby": id })}
        ref={input}
        autoComplete="new-password"
        onFocus={load}
      />
      <p className="password-field-advice" data-level={advice?.level} id={id} aria-live="polite">
        {isRepeated ? null : (advice?.sentence ?? hint)}
      </p>
    </div>
  );
}

/** The values of the whole form after each change; null before the first one. */
function useFormData(input: RefObject<HTMLInputElement | null>): FormData | null {
  const [data, setData] = useState<FormData | null>(null);
  useEffect(() => {
    const form = input.current?.form;
    const read = () => setData(form ? new FormData(form) : null);
    const clear = () => setData(null);
    form?.addEventListener("input", read);
    form?.addEventListener("reset", clear);
    return () => {
      form?.removeEventListener("input", read);
      form?.removeEventListener("reset", clear);
    };
  }, [input]);
  return data;
}

/** The list is loaded when a person begins to choose a password. If that fails, the server still refuses a common one. */
function useCommonPasswords(rule: "isCommonPassword" | "isListedPassword") {
  const [isCommon, setIsCommon] = useState<((password: string) => boolean) | null>(null);
  const load = () =>
    void import("../../../shared/passwords/common-passwords.ts").then(
      (list) => setIsCommon(() => list[rule]),
      () => undefined,
    );
  return { isCommon, load } as const;
}

export interface PasswordAdvice {
  readonly level: "weak" | "fair" | "good" | "strong";
  readonly sentence: string;
}

interface Rules {
  /** In code points. */
  readonly min: number;
  /** The names that a staff password must not contain; null for a partner's. */
  readonly names: OwnNames | null;
  /** Null until the list has loaded. */
  readonly isCommon: ((password: string) => boolean) | null;
}

/** Rated by length, as NIST SP 800-63B does: digits and symbols make a password harder to remember, not to guess. */
const GOOD_FROM = 10;
const STRONG_FROM = 14;

/** Feedback on a new password; null while it is too short to rate. */
export function passwordAdvice(password: string, { min, names, isCommon }: Rules): PasswordAdvice | null {
  const length = [...password].length;
  if (length < min) return null;
  const problem = isCommon?.(password) ? TOO_COMMON : names && ownNameProblem(password, names);
  if (problem !== null)
    return { level: "weak", sentence: `${problem}. Three or four random words make a good password.` };
  const variety = Math.min(length, 2 * new Set(password).size); // a repeated character adds little
  if (variety >= STRONG_FROM) return { level: "strong", sentence: "Strong password." };
  if (variety >= GOOD_FROM) return { level: "good", sentence: "Good password." };
  return { level: "fair", sentence: "Accepted. A longer one is safer." };
}
