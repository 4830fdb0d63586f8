/** The time of a row's next version: now, but always later than `previous`, so that no two versions are equal. */
export const nextUpdatedAt = (now: Date, previous: Date): Date =>
  new Date(Math.max(now.getTime(), previous.getTime() + 1));

/** Whether a row has changed since the version that a caller read. False if the caller named no version. */
export const hasChangedSince = (readAt: Date | undefined, current: Date): boolean =>
  readAt !== undefined && readAt.getTime() !== current.getTime();
