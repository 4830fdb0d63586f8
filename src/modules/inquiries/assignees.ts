import { and, eq, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { Orm } from "../../db/types.ts";
import { handlesInquiries, staffUsers } from "../accounts/public.ts";
import type { ListedInquiry } from "./schema.ts";
import { currentInquiries as t } from "./table.ts";

const STAFF_USERS = getTableName(staffUsers);

type Row = typeof t.$inferSelect;

/** Joins the account that takes care of an inquiry: none if it was deleted, deactivated or has another role now. */
export const isAssignee = (): SQL | undefined => and(eq(staffUsers.id, t.assigneeId), handlesInquiries());

/** Inquiries that no account takes care of. */
export const isUnassigned = (): SQL => sql`not exists (select 1 from ${staffUsers} where ${isAssignee()})`;

/** The same for an export, whose filters are text. */
export const UNASSIGNED = `(not exists (select 1 from ${STAFF_USERS} s where s.id = assignee_id and s.is_active and s.role in ('admin', 'super_admin'))) = ?`;

/** Rows with the names of their assignees. */
export async function withAssignees(orm: Orm, rows: readonly Row[]): Promise<ListedInquiry[]> {
  const ids = rows.flatMap(({ assigneeId }) => (assigneeId === null ? [] : [assigneeId]));
  const found =
    ids.length === 0
      ? []
      : await orm
          .select({ id: staffUsers.id, username: staffUsers.username })
          .from(staffUsers)
          .where(and(inArray(staffUsers.id, ids), handlesInquiries()));
  const names = new Map(found.map(({ id, username }) => [id, username]));
  return rows.map((row) => {
    const assigneeName = names.get(row.assigneeId ?? "") ?? null;
    return { ...row, assigneeName, assigneeId: assigneeName === null ? null : row.assigneeId };
  });
}
