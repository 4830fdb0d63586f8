import { type SQL, sql } from "drizzle-orm";
import { nextUpdatedAtOf } from "../../db/query/row-version.ts";
import { waitlistSignups as t } from "./table.ts";

/** The time of a signup's version: that of its last change, or of joining. */
export const versionOf = ({
  updatedAt,
  createdAt,
}: Pick<typeof t.$inferSelect, "updatedAt" | "createdAt">): Date => updatedAt ?? createdAt;

export const nextVersion = (now: Date): SQL =>
  nextUpdatedAtOf(now, sql`coalesce(${t.updatedAt}, ${t.createdAt})`);
