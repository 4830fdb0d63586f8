import { and, desc, eq, inArray, not, notInArray, or, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { StaffRole } from "../../../shared/accounts/staff-roles.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import type { Page } from "../../../shared/listing.ts";
import type { Erasure } from "../../../shared/people/erasure.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import { record } from "../../audit/service.ts";
import { trashItems } from "../../audit/trash/table.ts";
import { partnershipInquiries } from "../../inquiries/table.ts";
import { poiClaims } from "../../ownership/claims/table.ts";
import { poiRequests } from "../../ownership/requests/table.ts";
import { partners } from "../../partners/table.ts";
import { waitlistSignups } from "../../waitlist/table.ts";
import { NOTE_SUBJECTS, type Note, type NoteSubject, type noteInput, type noteList } from "./schema.ts";
import { staffNotes as t } from "./table.ts";

type Ctx = ActionContext<StaffActor>;
type Row = typeof t.$inferSelect;

const NEWEST = newestFirst(t.createdAt, (row: Row) => row.createdAt);

/** The notes about a record, newest first. Throws 403, and 404 if there is no such record. */
export async function list(
  { deps, principal }: Ctx,
  { kind, subjectId, ...input }: z.output<typeof noteList>,
): Promise<Page<Note>> {
  requireRole(principal, kind);
  await requireSubject(deps.db.orm, kind, subjectId);
  const where = and(eq(t.kind, kind), eq(t.subjectId, subjectId));
  return readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
}

/** Throws 403, and 404 if there is no such note. */
export async function get({ deps, principal }: Ctx, id: string): Promise<Note> {
  const [row] = await deps.db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw noSuchNote();
  requireRole(principal, row.kind);
  return row;
}

const noSuchNote = () => new DomainError("notFound", "This note does not exist");

/** Throws 403, and 404 if there is no such record. The audit log does not keep the text. */
export function add(ctx: Ctx, { kind, subjectId, text }: z.output<typeof noteInput>): Promise<Note> {
  const { deps, principal } = ctx;
  requireRole(principal, kind);
  return deps.db.transaction(async (tx) => {
    await lockSubject(tx, kind, subjectId);
    const authorId = principal.kind === "staff" ? principal.id : null;
    const author = { authorId, authorName: principal.name };
    const values = { id: randomId(), kind, subjectId, text, ...author, createdAt: deps.now() };
    const [row] = await tx.insert(t).values(values).returning();
    if (!row) throw new Error("insert into staff_notes returned no row");
    await record(tx, ctx, { subject: subjectId, after: { kind, note: row.id } });
    return row;
  });
}

/** Deletes one's own note, or as an admin any. Throws 403 and 404. */
export function remove(ctx: Ctx, id: string) {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(t).where(eq(t.id, id)).for("update");
    if (!row) throw noSuchNote();
    requireRole(principal, row.kind);
    if (principal.kind === "staff" && principal.role === "partner_manager" && principal.id !== row.authorId)
      throw new DomainError("forbidden", "Only its author or an admin can delete a note");
    await tx.delete(t).where(eq(t.id, id));
    await record(tx, ctx, { subject: row.subjectId, before: { note: id }, after: { kind: row.kind } });
    return { success: true as const };
  });
}

/** The notes about records of a person: what `deleteNotesAbout` deletes. Called by `people`. */
export async function notesAbout(tx: Tx, ids: readonly string[]): Promise<PersonalData> {
  const rows = await tx
    .select()
    .from(t)
    .where(inArray(t.subjectId, [...ids]))
    .orderBy(desc(t.createdAt));
  return {
    staffNotes: rows.map(({ createdAt: at, authorId: _, ...fields }) => ({
      ...fields,
      at,
      onErasure: "deleted" as const,
    })),
  };
}

/** Deletes the notes about records that were erased with a person. Called by `people`. */
export async function deleteNotesAbout(tx: Tx, ids: readonly string[]): Promise<Erasure> {
  const deleted = await tx
    .delete(t)
    .where(inArray(t.subjectId, [...ids]))
    .returning({ id: t.id });
  return { ids: deleted.map(({ id }) => id), kept: [] };
}

/** Deletes the notes about records that are gone, and cannot be restored. */
export async function deleteNotesWithoutRecord({ db }: Deps): Promise<void> {
  const without = NOTE_SUBJECTS.map((kind) => {
    const { table, id } = SUBJECTS[kind];
    return and(eq(t.kind, kind), notInArray(t.subjectId, db.orm.select({ id }).from(table)));
  });
  const inTrash = db.orm.select({ id: trashItems.id }).from(trashItems);
  await db.orm.delete(t).where(and(or(...without), notInArray(t.subjectId, inTrash)));
}

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

const SUBJECTS: Readonly<Record<NoteSubject, SubjectTable>> = {
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
function requireRole(principal: StaffActor, kind: NoteSubject): void {
  if (principal.kind === "staff" && !SUBJECTS[kind].roles.includes(principal.role))
    throw new DomainError("forbidden", "Your role does not see the notes of this record");
}

/** Throws 404. */
async function requireSubject(orm: Orm, kind: NoteSubject, subjectId: string): Promise<void> {
  if ((await found(orm, kind, subjectId)).length === 0) throw gone(kind);
}

/** Locks the record until the end of the transaction, so that it is not erased before that. Throws 404. */
async function lockSubject(tx: Tx, kind: NoteSubject, subjectId: string): Promise<void> {
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
