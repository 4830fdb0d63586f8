/** The median time to a decision, in whole days; null while there are too few decisions. */
export function decisionTimeSentence(days: number | null): string | null {
  if (days === null) return null;
  const whole = Math.max(1, Math.round(days));
  return `Decided in ${whole} ${whole === 1 ? "day" : "days"} (median of the last 90 days).`;
}
