import { type SQL, sql } from "drizzle-orm/sql";

// All advisory locks, each of which ends with its transaction: one that a session holds would outlive it behind a pooler.
// Migrations use the form with one key, all others that with two, so that they cannot meet.

export const MIGRATION_LOCK = 5_209_183_327; // arbitrary

/** The first of the two keys. */
const LOCKS = {
  signupCorrection: 1,
  imports: 2,
  mailbox: 3,
  welcomes: 4,
  savedViews: 5,
  replyTemplates: 6,
} as const;

/** Selects as `locked` whether the lock is free, without waiting; those who take it like this do not exclude each other. */
export const trySharedLock = (name: keyof typeof LOCKS): SQL =>
  sql`select pg_try_advisory_xact_lock_shared(${LOCKS[name]}, 0) as locked`;

/** Waits for the lock; `of` are those that exclude each other, all of them by default. */
export const advisoryLock = (name: keyof typeof LOCKS, of: SQL = sql`0`): SQL =>
  sql`select pg_advisory_xact_lock(${LOCKS[name]}, ${of})`;
