/** Which of two numbers is the day, where a list says it in other rows. */
export type DateOrder = "month first" | "day first";

export type ReadDate =
  | { readonly at: Date; readonly order?: DateOrder }
  /** Both numbers can be the month. */
  | { readonly either: readonly [monthFirst: Date, dayFirst: Date] };

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};
const TEXT_MAX = 80; // characters
const TIME =
  /(?:^|[T ,]|at )(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))? ?([ap])?\.?(?:m\.?)?\s*(?:(z|utc|gmt|[ecmp][sd]t)?\s*([-+]\d{2}):?(\d{2})?|(z|utc|gmt|[ecmp][sd]t))?\s*(?:\([^)]*\))?$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const COMPACT = /^(20\d{2})(\d{2})(\d{2})$/;
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const SHORT_YEAR = /^(\d{1,2})\/(\d{1,2})\/(\d{2})$/;
const MONTH_DAY = /^(?:[a-z]{3,9}\.?,? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
const DAY_MONTH = /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i;
const SECONDS = /^1\d{9}(?:\.\d+)?$/;
const MILLISECONDS = /^1\d{12}$/;

/**
 * The time that a text of any program means, in UTC if it names no zone; null for none. `03/04/2025` has two meanings, unless
 * other rows of the list say which number is the month.
 */
export function readDate(typed: string, order?: DateOrder): ReadDate | null {
  const text = typed.normalize("NFKC").trim().replace(/\s+/g, " ");
  if (text.length > TEXT_MAX) return null;
  if (SECONDS.test(text)) return { at: new Date(Number(text) * 1_000) };
  if (MILLISECONDS.test(text)) return { at: new Date(Number(text)) };
  const time = TIME.exec(text);
  const ms = time ? timeOf(time) : 0;
  const day = (time ? text.slice(0, time.index) : text).replace(/[,T]$/, "").trim();
  return ms === null ? null : dayOf(day, ms, order);
}

/** In milliseconds after midnight UTC; null for a time that is none. */
function timeOf(found: RegExpExecArray): number | null {
  const [, hour = "", minute = "", second = "0", half = "", name = "", hours = "", minutes = "0", zone = ""] =
    found;
  const isPm = half.toLowerCase() === "p";
  const seconds = Number(second.replace(",", "."));
  const h = half === "" ? Number(hour) : (Number(hour) % 12) + (isPm ? 12 : 0);
  if (h > 23 || Number(minute) > 59 || seconds >= 60) return null;
  const named = ZONES[(zone || (hours === "" ? name : "")).toLowerCase()] ?? 0;
  const away = Number(hours || named) * 60 + (hours.startsWith("-") ? -1 : 1) * Number(minutes);
  return (h * 60 + Number(minute) - away) * 60 * 1_000 + Math.floor(seconds * 1_000);
}

function dayOf(day: string, ms: number, order: DateOrder | undefined): ReadDate | null {
  const at = (year: string, month: string, date: string): ReadDate | null => {
    const found = dateOf(year, month, date, ms);
    return found && { at: found };
  };
  const [, y, , m, d] = YEAR_FIRST.exec(day) ?? [];
  if (y && m && d) return at(y, m, d);
  const [, year, month, date] = COMPACT.exec(day) ?? [];
  if (year && month && date) return at(year, month, date);
  const [, monthName = "", ofMonth = "", inYear = ""] = MONTH_DAY.exec(day) ?? [];
  if (monthName) return at(inYear, monthNumber(monthName), ofMonth);
  const [, dayOfMonth = "", nameOfMonth = "", yearOf = ""] = DAY_MONTH.exec(day) ?? [];
  if (dayOfMonth) return at(yearOf, monthNumber(nameOfMonth), dayOfMonth);
  const [, first = "", separator = "", second = "", whole = ""] = NUMBERS.exec(day) ?? [];
  if (first) return numbers([first, second, whole], ms, separator === "." ? "day first" : order);
  const [, one = "", two = "", short = ""] = SHORT_YEAR.exec(day) ?? [];
  return one === "" ? null : numbers([one, two, `20${short}`], ms, order);
}

const monthNumber = (name: string): string => {
  const n = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return String(n + 1);
};

/** A date with the year last, where the order of month and day must be known. */
function numbers(
  [first, second, year]: readonly [string, string, string],
  ms: number,
  order: DateOrder | undefined,
): ReadDate | null {
  const monthFirst = dateOf(year, first, second, ms);
  const dayFirst = dateOf(year, second, first, ms);
  if (order === "month first") return monthFirst && { at: monthFirst };
  if (order === "day first") return dayFirst && { at: dayFirst };
  if (monthFirst === null) return dayFirst && { at: dayFirst, order: "day first" };
  if (dayFirst === null) return { at: monthFirst, order: "month first" };
  return first === second ? { at: monthFirst } : { either: [monthFirst, dayFirst] };
}

/** Null for a day that no month has. */
function dateOf(year: string, month: string, day: string, ms: number): Date | null {
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = midnight.getUTCMonth() === Number(month) - 1 && midnight.getUTCDate() === Number(day);
  return isReal && Number(year) > 1_990 ? new Date(midnight.getTime() + ms) : null;
}
