import { formatDateTime, formatDay, formatElapsed } from "../../../shared/format.ts";
import { useNow } from "../../lib/now.ts";

/** A cell without a value; omitted in the card layout. */
export const None = ({ text = "–" }: { readonly text?: string }) => (
  <span className="table-none">{text}</span>
);

export const Day = ({ at }: { readonly at: Date }) => (
  <time dateTime={at.toISOString()}>{formatDay(at)}</time>
);

/** How long ago; the whole time is in the title, and screen readers say the day. */
export const Age = ({ at }: { readonly at: Date }) => (
  <time dateTime={at.toISOString()} title={formatDateTime(at)}>
    <span aria-hidden="true">{formatElapsed(Math.max(0, useNow() - at.getTime()))}</span>
    <span className="visually-hidden">{formatDay(at)}</span>
  </time>
);

export const DateTime = ({ at }: { readonly at: Date }) => (
  <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
);
