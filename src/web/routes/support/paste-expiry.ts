import type { ClipboardEvent } from "react";
import { parseExpiry } from "../../../shared/gifts/card-expiry.ts";

/** A pasted `MM/YY` fills the month and the year; either field would keep two characters of it. */
export function pasteExpiry(event: ClipboardEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.name.startsWith("expiry")) return;
  const expiry = parseExpiry(event.clipboardData.getData("text"));
  const [month, year] = ["expiryMonth", "expiryYear"].map((name) => target.form?.elements.namedItem(name));
  if (!expiry || !(month instanceof HTMLInputElement) || !(year instanceof HTMLInputElement)) return;
  event.preventDefault();
  month.value = expiry.month;
  year.value = expiry.year;
}
