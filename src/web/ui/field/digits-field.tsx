import type { ComponentProps } from "react";
import { reformat } from "../../lib/caret.ts";
import { Field } from "./field.tsx";

interface DigitsFieldProps extends Omit<ComponentProps<typeof Field>, "type" | "inputMode" | "onInput"> {
  /** The maximum number of digits. */
  readonly most: number;
  /** A space is inserted after this many digits. */
  readonly grouped?: number;
}

/** A field for digits that groups them while they are typed or pasted. */
export function DigitsField({ most, grouped = most, ...field }: DigitsFieldProps) {
  return (
    <Field
      inputMode="numeric"
      onInput={({ currentTarget }) => reformat(currentTarget, (typed) => grouping(typed, most, grouped))}
      {...field}
    />
  );
}

function grouping(typed: string, most: number, size: number): string {
  const digits = typed.replace(/\D/g, "").slice(0, most);
  return digits.replace(new RegExp(`(\\d{${size}})(?=\\d)`, "g"), "$1 ");
}
