/** Durations in milliseconds. */
export const seconds = (n: number): number => n * 1_000;
export const minutes = (n: number): number => seconds(n * 60);
export const hours = (n: number): number => minutes(n * 60);
export const days = (n: number): number => hours(n * 24);

/** Whole seconds, rounded up, at least 1, as `Retry-After` needs them. */
export const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));
