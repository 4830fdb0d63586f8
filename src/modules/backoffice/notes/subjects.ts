import { and, eq, not, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database, Tx } from "../../../db/client.ts";
import type { StaffRole } from "../../../shared/accounts/staff-roles.ts";
import { DomainError } from "../../../shared/errors.ts";
import { partnershipInquiries } from "../../inquiries/table.ts";
import { poiClaims } from "../../ownership/claims/table.ts";
import { poiRequests } from "../../ownership/requests/table.ts";
import { partners } from "../../partners/table.ts";
import { waitlistSignups } from "../../waitlist/table.ts";
import type { NoteSubject } from "./schema.ts";

type Orm = Database["orm"] | Tx;

interface SubjectTable {
  readonly table: PgTable;
  readonly id: PgColumn;
  /** Which of its rows staff see. */
  readonly seen?: SQL | undefined;
  /** Who sees them. */
  readonly roles: readonly StaffRole[];
}

const inquiries = partnershipInquiries;
const signups = waitlistSignups;

export const SUBJECTS: Readonly<Record<NoteSubject, SubjectTable>> = {
  inquiry: {
    table: inquiries,
    id: inquiries.id,
    seen: not(inquiries.quarantined),
    roles: ["admin", "super_admin"],
  },
  signup: {
    table: signups,
    id: signups.id,
    seen: not(signups.quarantined),
    roles: ["admin", "super_admin"],
  },
  claim: { table: poiClaims, id: poiClaims.id, roles: ["partner_manager", "admin", "super_admin"] },
  request: { table: poiRequests, id: poiRequests.id, roles: ["partner_manager", "admin", "super_admin"] },
  partner: { table: partners, id: partners.id, roles: ["partner_manager", "super_admin"] },
};

/** Notes are for those who see the record. Throws 403. */
export function requireRole(principal: StaffActor, kind: NoteSubject): void {
  if (principal.kind === "staff" && !SUBJECTS[kind].roles.includes(principal.role))
    throw new DomainError("forbidden", "Your role does not see the notes of this record");
}

/** Throws 404. */
export async function requireSubject(orm: Orm, kind: NoteSubject, subjectId: string): Promise<void> {
  if ((await found(orm, kind, subjectId)).length === 0) throw gone(kind);
}

/** Locks the record until the end of the transaction, so that it is not erased before that. Throws 404. */
export async function lockSubject(tx: Tx, kind: NoteSubject, subjectId: string): Promise<void> {
  if ((await found(tx, kind, subjectId).for("share")).length === 0) throw gone(kind);
}

function found(orm: Orm, kind: NoteSubject, subjectId: string) {
  const { table, id, seen } = SUBJECTS[kind];
  return orm
    .select({ id })
    .from(table)
    .where(and(eq(id, subjectId), seen));
}

const gone = (kind: NoteSubject) => new DomainError("notFound", `This ${kind} does not exist`);
