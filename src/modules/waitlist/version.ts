import { type SQL, sql } from "drizzle-orm";
import { waitlistSignups as t } from "./table.ts";

/** The time of a signup's version: that of its last change, or of joining. */
export const versionOf = ({
  updatedAt,
  createdAt,
}: Pick<typeof t.$inferSelect, "updatedAt" | "createdAt">): Date => updatedAt ?? createdAt;

/** `nextUpdatedAt` for a row that is not read first. */
export const nextVersion = (now: Date): SQL =>
  sql`greatest(${now.toISOString()}::timestamptz, coalesce(${t.updatedAt}, ${t.createdAt}) + interval '1 millisecond')`;
