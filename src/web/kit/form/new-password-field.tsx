import { type ComponentProps, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { OwnNames } from "../../../shared/passwords/own-names.ts";
import { useBrand } from "../../lib/brand.ts";
import { passwordAdvice } from "../../lib/credentials/password-advice.ts";
import { textOf } from "../../lib/form/form-text.ts";
import { PasswordField } from "./password-field.tsx";

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
