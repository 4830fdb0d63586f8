const CENTURY = 2_000;
const MONTHS = 12;
/** No card is issued for longer. */
const MOST_YEARS = 20;

export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** Reads `12/30`, `12 / 2030` or `1230`; null for anything else, such as the month alone. */
export function parseExpiry(text: string): Expiry | null {
  const [, month, year] =
    /^\s*(0?[1-9]|1[0-2])\s*[/.-]\s*(?:20)?(\d{2})\s*$/.exec(text) ??
    /^\s*(0[1-9]|1[0-2])(\d{2})\s*$/.exec(text) ??
    [];
  return month === undefined || year === undefined ? null : { month: month.padStart(2, "0"), year };
}

export const isMonth = (text: string): boolean => /^(0?[1-9]|1[0-2])$/.test(text);
export const isYear = (text: string): boolean => /^\d{2}$/.test(text);

/** Why no card can have this date; null if one can. A card is good until the end of its month. */
export function expiryProblem({ month, year }: Expiry, today: Date): "expired" | "distant" | null {
  const months =
    (CENTURY + Number(year) - today.getFullYear()) * MONTHS + Number(month) - 1 - today.getMonth();
  if (months < 0) return "expired";
  return months > MOST_YEARS * MONTHS ? "distant" : null;
}
