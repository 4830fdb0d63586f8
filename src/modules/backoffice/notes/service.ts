import { and, desc, eq, inArray, notInArray, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { Readable } from "../../../db/types.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import type { Page } from "../../../shared/listing.ts";
import type { StaffRole } from "../../../shared/people/accounts.ts";
import type { Erasure, PersonalData } from "../../../shared/people/personal-data.ts";
import { record, trashItems } from "../../audit/public.ts";
import { NOTE_SUBJECTS, type Note, type NoteSubject, type noteInput, type noteList } from "./schema.ts";
import { staffNotes as t } from "./table.ts";

type Ctx = ActionContext<StaffActor>;
type Row = typeof t.$inferSelect;

const NEWEST = newestFirst(t.createdAt, (row: Row) => row.createdAt);

/** The notes about a record, newest first. Throws 403, and 404 if there is no such record. */
export async function list(
  ctx: Ctx,
  { kind, subjectId, ...input }: z.output<typeof noteList>,
): Promise<Page<Note>> {
  requireRole(ctx, kind);
  const { deps } = ctx;
  await requireSubject(deps, kind, subjectId);
  const where = and(eq(t.kind, kind), eq(t.subjectId, subjectId));
  return readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
}

/** Throws 403, and 404 if there is no such note. */
export async function get(ctx: Ctx, id: string): Promise<Note> {
  const [row] = await ctx.deps.db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw noSuchNote();
  requireRole(ctx, row.kind);
  return row;
}

const noSuchNote = () => new DomainError("notFound", "This note does not exist");

/** Throws 403, and 404 if there is no such record. The audit log does not keep the text. */
export function add(ctx: Ctx, { kind, subjectId, text }: z.output<typeof noteInput>): Promise<Note> {
  const { deps, principal } = ctx;
  requireRole(ctx, kind);
  return deps.db.transaction(async (tx) => {
    await lockSubject(tx, deps, kind, subjectId);
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
    requireRole(ctx, row.kind);
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
export async function deleteNotesWithoutRecord(deps: Deps): Promise<void> {
  const { orm } = deps.db;
  const without = NOTE_SUBJECTS.map((kind) => {
    const { table, id } = subjectTable(deps, kind);
    return and(eq(t.kind, kind), notInArray(t.subjectId, orm.select({ id }).from(table)));
  });
  const inTrash = orm.select({ id: trashItems.id }).from(trashItems);
  await orm.delete(t).where(and(or(...without), notInArray(t.subjectId, inTrash)));
}

/** A kind of records that staff can write notes about. */
interface SubjectTable {
  readonly table: Readable;
  readonly id: PgColumn;
  /** Which of its rows staff see. */
  readonly seen?: SQL;
  /** Who sees them. */
  readonly roles: readonly StaffRole[];
}

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    readonly noteSubjects?: Partial<Readonly<Record<NoteSubject, SubjectTable>>>;
  }
}

function subjectTable(deps: Deps, kind: NoteSubject): SubjectTable {
  const offer = offersOf(deps, "noteSubjects").find((each) => each[kind])?.[kind];
  if (!offer) throw new Error(`No module has a ${kind}`);
  return offer;
}

/** Notes are for those who see the record. Throws 403. */
function requireRole({ deps, principal }: Ctx, kind: NoteSubject): void {
  if (principal.kind === "staff" && !subjectTable(deps, kind).roles.includes(principal.role))
    throw new DomainError("forbidden", "Your role does not see the notes of this record");
}

/** Throws 404. */
async function requireSubject(deps: Deps, kind: NoteSubject, subjectId: string): Promise<void> {
  if ((await found(deps.db.orm, deps, kind, subjectId)).length === 0) throw gone(kind);
}

/** Locks the record until the end of the transaction, so that it is not erased before that. Throws 404. */
async function lockSubject(tx: Tx, deps: Deps, kind: NoteSubject, subjectId: string): Promise<void> {
  if ((await found(tx, deps, kind, subjectId).for("share")).length === 0) throw gone(kind);
}

function found(orm: Database["orm"] | Tx, deps: Deps, kind: NoteSubject, subjectId: string) {
  const { table, id, seen } = subjectTable(deps, kind);
  return orm
    .select({ id })
    .from(table)
    .where(and(eq(id, subjectId), seen));
}

const gone = (kind: NoteSubject) => new DomainError("notFound", `This ${kind} does not exist`);
