const WHOLE = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const EXACT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Dollars for display: `$25`, `$25.50`. */
export const formatDollars = (amount: number): string =>
  (Number.isInteger(amount) ? WHOLE : EXACT).format(amount);
