import type { ComponentProps, FormEvent } from "react";
import { formatPhone } from "../../../shared/phone.ts";
import { Field } from "./field.tsx";

/** What makes an input one for digits, at most `max`, with a space after each group while they are typed or pasted. */
export const digitsInput = (max: number, grouped = max) => ({
  inputMode: "numeric" as const,
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
    reformat(currentTarget, (typed) => grouping(typed, max, grouped)),
});

function grouping(typed: string, max: number, size: number): string {
  const digits = typed.replace(/\D/g, "").slice(0, max);
  return digits.replace(new RegExp(`(\\d{${size}})(?=\\d)`, "g"), "$1 ");
}

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

/**
 * Formats what is in a field and leaves the caret behind the same digit, or at the end where it was there.
 * `format` keeps the order of the digits; it may drop some at the end, or a country code at the start.
 */
function reformat(input: HTMLInputElement, format: (typed: string) => string): void {
  const typed = input.value;
  const digits = digitsOf(typed);
  const before = digitsOf(typed.slice(0, input.selectionStart ?? typed.length)).length;
  const formatted = format(typed);
  const dropped = Math.max(0, digits.indexOf(digitsOf(formatted)));
  const isAtEnd = before === digits.length;
  const caret = isAtEnd ? formatted.length : positionBehind(formatted, Math.max(0, before - dropped));
  input.value = formatted;
  input.setSelectionRange(caret, caret);
}

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Where the caret is behind the first `count` digits. */
function positionBehind(text: string, count: number): number {
  let position = 0;
  for (let seen = 0; seen < count && position < text.length; position += 1) {
    if (/\d/.test(text.charAt(position))) seen += 1;
  }
  return position;
}
