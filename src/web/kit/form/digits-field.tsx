import type { ComponentProps } from "react";
import { reformat } from "../../lib/caret.ts";
import { Field } from "./field.tsx";

interface DigitsFieldProps extends Omit<ComponentProps<typeof Field>, "type" | "inputMode" | "onInput"> {
  /** The maximum number of digits. */
  readonly max: number;
  /** A space is inserted after this many digits. */
  readonly grouped?: number;
}

/** A field for digits that groups them while they are typed or pasted. */
export function DigitsField({ max, grouped = max, ...field }: DigitsFieldProps) {
  return (
    <Field
      inputMode="numeric"
      onInput={({ currentTarget }) => reformat(currentTarget, (typed) => grouping(typed, max, grouped))}
      {...field}
    />
  );
}

function grouping(typed: string, max: number, size: number): string {
  const digits = typed.replace(/\D/g, "").slice(0, max);
  return digits.replace(new RegExp(`(\\d{${size}})(?=\\d)`, "g"), "$1 ");
}
