import { formatDateTime, formatDay } from "../../../shared/format.ts";

/** A cell without a value; omitted in the card layout. */
export const None = ({ text = "–" }: { readonly text?: string }) => (
  <span className="table-none">{text}</span>
);

export const Day = ({ at }: { readonly at: Date }) => (
  <time dateTime={at.toISOString()}>{formatDay(at)}</time>
);

export const DateTime = ({ at }: { readonly at: Date }) => (
  <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
);
