import type { ComponentProps, FormEvent } from "react";
import { formatPhone, phoneDigits } from "../../../shared/phone.ts";
import { Field } from "./field.tsx";

/** A field that writes a North American number as it is typed or pasted, and leaves the caret where it was. */
export function PhoneField(props: Omit<ComponentProps<typeof Field>, "type" | "inputMode" | "onInput">) {
  return <Field type="tel" inputMode="tel" onInput={format} {...props} />;
}

function format({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
  const typed = input.value;
  const caret = placeOf(typed, input.selectionStart ?? typed.length);
  input.value = formatPhone(typed);
  const place = caret === "end" ? input.value.length : afterDigit(input.value, caret);
  input.setSelectionRange(place, place);
}

/** How many of the digits that stay stand before the caret. */
function placeOf(typed: string, caret: number): number | "end" {
  const digits = digitsOf(typed);
  const before = digitsOf(typed.slice(0, caret)).length;
  if (before === digits.length) return "end";
  const withoutCountry = !digits.startsWith(phoneDigits(typed));
  return Math.max(0, withoutCountry ? before - 1 : before);
}

const digitsOf = (text: string): string => text.replace(/\D/g, "");

function afterDigit(text: string, count: number): number {
  let place = 0;
  for (let seen = 0; seen < count && place < text.length; place += 1) {
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return place;
}
