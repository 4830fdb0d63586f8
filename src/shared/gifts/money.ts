const TWO_DECIMALS = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/**
 * Dollars as whole cents; null if the number is negative or has more than two decimals. Parses the decimal text,
 * because `amount % 0.01` is wrong for 0.29, 4.35 and 100.1.
 */
export function centsOf(dollars: number): number | null {
  const match = TWO_DECIMALS.exec(String(dollars));
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Whole cents as dollars: 2500 is 25. */
export const dollarsOf = (cents: number): number => cents / 100;

/** Whole cents as text: 2500 is "$25.00". */
export const moneyText = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
