import type { ComponentProps } from "react";
import { formatPhone } from "../../../shared/phone.ts";
import { reformat } from "../../lib/caret.ts";
import { Field } from "./field.tsx";

/** A field that formats a North American number as it is typed or pasted. */
export function PhoneField(props: Omit<ComponentProps<typeof Field>, "type" | "inputMode" | "onInput">) {
  return (
    <Field
      type="tel"
      inputMode="tel"
      onInput={({ currentTarget }) => reformat(currentTarget, formatPhone)}
      {...props}
    />
  );
}
