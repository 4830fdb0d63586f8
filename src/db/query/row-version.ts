import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DomainError } from "../../shared/errors.ts";

/** The time of a row's next version: now, but always later than `previous`, so that no two versions are equal. */
export const nextUpdatedAt = (now: Date, previous: Date): Date =>
  new Date(Math.max(now.getTime(), previous.getTime() + 1));

/** The same for a row that is not read first. */
export const nextUpdatedAtOf = (now: Date | SQL, previous: SQLWrapper): SQL => {
  const at = now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now;
  return sql`greatest(${at}, ${previous} + interval '1 millisecond')`;
};

/** Whether a row has changed since the version that a caller read. False if the caller named no version. */
export const hasChangedSince = (readAt: Date | undefined, current: Date): boolean =>
  readAt !== undefined && readAt.getTime() !== current.getTime();

/** The refusal of an edit of an older version. `current` is the record for the editor to compare. */
export const changedByOther = (what: string, current?: object) =>
  new DomainError(
    "conflict",
    `This ${what} was changed by someone else meanwhile. Please look at it again.`,
    {
      ...(current && { facts: { current } }),
    },
  );
