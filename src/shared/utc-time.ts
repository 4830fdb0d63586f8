/** A time as people read it in a log: `2026-01-31 10:00 UTC`. */
export const utcTime = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
