declare const unit: unique symbol;

/** Whole cents. An amount is in dollars only in the API's documented fields and where a visitor types it. */
export type Cents = number & { readonly [unit]: "cents" };

export const cents = (amount: number): Cents => amount as Cents; // the only place that says so

const TWO_DECIMALS = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/**
 * Dollars as cents; null if the number is negative or has more than two decimals. Parses the decimal text, because
 * `amount % 0.01` is wrong for 0.29, 4.35 and 100.1.
 */
export function centsOf(dollars: number): Cents | null {
  const match = TWO_DECIMALS.exec(String(dollars));
  if (!match) return null;
  return cents(Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")));
}

/** 2500 is 25. */
export const dollarsOf = (amount: Cents): number => amount / 100;

/** As receipts say it: 2500 is "$25.00". */
export const moneyText = (amount: Cents): string => `$${(amount / 100).toFixed(2)}`;

const WHOLE = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const EXACT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** As screens show it, without cents that are zero: 2500 is "$25", 2550 is "$25.50". */
export const formatMoney = (amount: Cents): string =>
  (amount % 100 === 0 ? WHOLE : EXACT).format(dollarsOf(amount));

/** `formatMoney` for an amount of the API. */
export const formatDollars = (dollars: number): string => formatMoney(cents(Math.round(dollars * 100)));
