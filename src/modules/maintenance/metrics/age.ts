import { seconds } from "../../../shared/duration.ts";

/** Seconds since a time; 0 if there is none. */
export type Age = (since: Date | null) => number;

export const createAge =
  (now: () => Date): Age =>
  (since) =>
    since === null ? 0 : Math.max(0, now().getTime() - since.getTime()) / seconds(1);

/** Seconds since 1970; 0 if there is no such time. */
export const timestampOf = (at: Date | null | undefined): number => (at?.getTime() ?? 0) / seconds(1);
