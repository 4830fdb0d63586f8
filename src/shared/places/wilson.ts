/** The quantile of the normal distribution for 95 %. */
const Z = 1.959964;

/** Wilson's score interval, 95 %, for a share of `right` among `of`; from 0 to 1. `of` is at least 1. */
export function wilsonInterval(right: number, of: number): { readonly low: number; readonly high: number } {
  const share = right / of;
  const spread = Z ** 2 / of;
  const middle = share + spread / 2;
  const margin = Z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of));
  const bound = (value: number) => Math.min(1, Math.max(0, value / (1 + spread)));
  return { low: bound(middle - margin), high: bound(middle + margin) };
}
