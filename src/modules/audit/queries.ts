import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  max,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { offersOf } from "../../core/rpc/offers.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { countOf, rowsBefore } from "../../db/query/paging.ts";
import type { Readable } from "../../db/types.ts";
import type { RecordNoun } from "../../shared/audit/action-words.ts";
import { nounOf, recordedName } from "../../shared/audit/sentence.ts";
import { DomainError, requestIdsOf } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Page } from "../../shared/listing.ts";
import type { PersonalData } from "../../shared/people/personal-data.ts";
import { matching } from "./matching.ts";
import type { AuditEntry, auditList, TracedItem } from "./schema.ts";
import { auditLog, auditLog as t } from "./table.ts";

/** Entries that are counted; of more, only that there are more. docs/limits.md */
const COUNT_MAX = 100_000;
/**
 * So few are found first and then sorted. For a page of the newest, the planner would read the whole log backward until
 * it has met enough of them: 11 s for an entry among a million.
 */
const FEW = 10_000;

/** Audit entries, newest first; those of visitors only where `action` or `actor` selects them. */
export async function list(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof auditList>,
): Promise<Page<AuditEntry>> {
  const wanted = matching(input);
  const skipped = rowsBefore(input);
  const before = input.cursor === undefined ? undefined : lt(auditLog.id, idOf(input.cursor));
  const counted = await countOf(deps.db.orm, auditLog, wanted, COUNT_MAX);
  const newest = desc(counted.total <= FEW ? sql`${auditLog.id} + 0` : auditLog.id);
  const first = deps.db.orm
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(wanted)
    .orderBy(newest)
    .offset(skipped)
    .limit(1);
  const rows = await deps.db.orm
    .select()
    .from(auditLog)
    .where(and(wanted, before, skipped > 0 ? lte(auditLog.id, sql`(${first})`) : undefined))
    .orderBy(newest)
    .limit(input.limit + 1);
  const shown = rows.slice(0, input.limit);
  const names = await recordNames(deps, shown);
  const last = shown.at(-1);
  const next = rows.length > input.limit && last ? String(last.id) : null;
  return {
    items: shown.map((row) => entryOf(row, names.get(row.subject ?? "") ?? null)),
    next,
    ...counted,
  };
}

function idOf(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new DomainError("invalid", "This cursor is not one of ours");
  return Number(cursor);
}

type Row = typeof auditLog.$inferSelect;

const entryOf = (row: Row, name = recordedName(row.before, row.after)): AuditEntry => ({
  id: String(row.id),
  at: row.at,
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  token: row.tokenId === null ? null : { id: row.tokenId, name: row.tokenName ?? "" },
  action: row.action,
  subject: row.subject,
  name,
  before: row.before,
  after: row.after,
  address: row.address,
  requestId: row.requestId,
});

/** The newest entries about an account or by it, newest first. */
export async function entriesOfAccount(tx: Tx, id: string, limit: number): Promise<AuditEntry[]> {
  const t = auditLog;
  const rows = await tx
    .select()
    .from(t)
    .where(or(eq(t.actorId, id), eq(t.subject, id)))
    .orderBy(desc(t.id))
    .limit(limit);
  return rows.map((row) => entryOf(row));
}

/** How many entries about a subject have something under this name in `after`, since a time. */
export const countEntries = (tx: Tx, subject: string, name: string, since: Date): Promise<number> => {
  const { after, at } = auditLog;
  return tx.$count(
    auditLog,
    and(eq(auditLog.subject, subject), gte(at, since), isNotNull(sql`${after} ->> ${name}`)),
  );
};

/** The subjects of entries whose `after` has one of these values under this name, and when. */
export const subjectsWith = (tx: Tx, name: string, values: readonly string[]) =>
  tx
    .select({ subject: auditLog.subject, at: auditLog.at })
    .from(auditLog)
    .where(inArray(sql`${auditLog.after} ->> ${name}`, [...values]))
    .orderBy(desc(auditLog.id));

/**
 * Entries about these ids or by them. Of `others`, the ids among them that are also those of a business of other people, only
 * those about the person, which hold a name.
 */
export const entriesConcerning = (
  about: readonly string[],
  by: readonly string[],
  others: readonly string[],
): SQL | undefined =>
  or(
    inArray(
      t.subject,
      about.filter((id) => !others.includes(id)),
    ),
    inArray(t.actorId, [...by]),
    and(inArray(t.subject, [...others]), isNotNull(sql`${t.before} ->> 'name'`)),
  );

interface Subjects {
  /** Entries about these records or accounts, or by them. */
  readonly ids: readonly string[];
  /** As in `entriesConcerning`. */
  readonly others?: readonly string[];
  /** Those among them whose entries `eraseFromEntries` clears. */
  readonly erased: readonly string[];
}

/** The entries about a person's records, newest first. Called by `people` and `partners`. */
export async function entriesAbout(tx: Tx, { ids, erased, others = [] }: Subjects): Promise<PersonalData> {
  if (ids.length === 0) return {};
  const which = entriesConcerning(ids, erased, others);
  const rows = await tx.select().from(t).where(which).orderBy(desc(t.id));
  const isErased = new Set(erased);
  return {
    auditEntries: rows.map((row) => {
      const cleared = isErased.has(row.subject ?? "") || isErased.has(row.actorId ?? "");
      return { ...entryOf(row), onErasure: cleared ? ("cleared" as const) : ("kept" as const) };
    }),
  };
}

/** The newest entries with an id above `after` or one of these ids, newest first. Reads the primary key only. */
export const newestEntries = (
  { db }: Deps,
  { after, ids, limit }: { readonly after: number; readonly ids: readonly number[]; readonly limit: number },
) =>
  db.orm
    .select({ id: auditLog.id, at: auditLog.at, action: auditLog.action })
    .from(auditLog)
    .where(or(gt(auditLog.id, after), ids.length === 0 ? undefined : inArray(auditLog.id, [...ids])))
    .orderBy(desc(auditLog.id))
    .limit(limit);

/** Where records have their names. */
interface NamedTable {
  readonly table: Readable;
  readonly id: PgColumn;
  readonly name: PgColumn;
}

declare module "../../core/rpc/offers.ts" {
  interface Offers {
    readonly recordNames?: Partial<Readonly<Record<RecordNoun, NamedTable>>>;
  }
}

/**
 * The names of the records that entries are about, by their ids: as they are now, else as the entry has them. A record
 * that is gone and was recorded without a name has none.
 */
export async function recordNames(deps: Deps, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<RecordNoun, Set<string>>();
  const names = new Map<string, string>();
  for (const { action, subject, before, after } of rows) {
    const noun = nounOf(action, after);
    if (noun === null || subject === null) continue;
    ids.set(noun, (ids.get(noun) ?? new Set()).add(subject));
    const recorded = recordedName(before, after);
    if (recorded !== null) names.set(subject, recorded);
  }
  const named = offersOf(deps, "recordNames");
  for (const [noun, wanted] of ids) {
    const source = named.find((each) => each[noun])?.[noun];
    if (!source) throw new Error(`No module names the records of "${noun}"`);
    const { table, id, name } = source;
    const found = await deps.db.orm
      .select({ id, name })
      .from(table)
      .where(inArray(id, [...wanted]));
    for (const row of found) names.set(String(row.id), String(row.name));
  }
  return names;
}

/** The actions that erase a person. */
export const ERASING_ACTIONS = ["admin.people.erase", "admin.waitlist.forget", "public.me.erase"];

/**
 * Names a person in the audit log without their address, so that a second erasure finds what the first one left. With
 * another SECRET_KEY it does not.
 */
export const personHash = ({ encryption }: Deps, email: string): string =>
  encryption.keyedHash("person", emailKey(email));

/** What `personHash` may have returned for an address, with the older keys too. */
export const personHashes = ({ encryption }: Deps, email: string): readonly string[] =>
  encryption.keyedHashes("person", emailKey(email));

/** When each of these people was last erased; people who were not are absent. */
export async function lastErasures(
  tx: Tx,
  deps: Deps,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const people = new Map(
    emails.flatMap((email) => personHashes(deps, email).map((hash) => [hash, email] as const)),
  );
  const rows = await tx
    .select({ subject: t.subject, at: max(t.at) })
    .from(t)
    .where(and(inArray(t.action, ERASING_ACTIONS), inArray(t.subject, [...people.keys()])))
    .groupBy(t.subject);
  const erasures = rows.flatMap(({ subject, at }) =>
    at ? [[people.get(subject ?? "") ?? "", at] as const] : [],
  );
  return new Map(erasures.toSorted(([, a], [, b]) => a.getTime() - b.getTime())); // of two hashes the later one
}

declare module "../../core/rpc/offers.ts" {
  interface Offers {
    /** What a request left in a module besides audit entries. */
    readonly trace?: (deps: Deps, requestId: string, limit: number) => Promise<readonly TracedItem[]>;
  }
}

/** Entries and mails of a request that are shown, the first of each. docs/limits.md */
const SHOWN_MAX = 1_000;

/** What a request recorded and mailed, oldest first; empty if nothing is known about it. */
export async function traceRequest(
  { deps }: ActionContext<StaffActor>,
  requestId: string,
): Promise<TracedItem[]> {
  const entries = await deps.db.orm
    .select()
    .from(auditLog)
    .where(inArray(auditLog.requestId, requestIdsOf(requestId)))
    .orderBy(asc(auditLog.id))
    .limit(SHOWN_MAX);
  const others = await Promise.all(
    offersOf(deps, "trace").map((traced) => traced(deps, requestId, SHOWN_MAX)),
  );
  return [...entries.map(entryItem), ...others.flat()].sort((a, b) => a.at.getTime() - b.at.getTime());
}

const entryItem = (row: typeof auditLog.$inferSelect): TracedItem => ({
  at: row.at,
  source: "audit",
  event: row.action,
  actor: row.actorName ?? row.actorKind,
  subject: row.subject,
  id: String(row.id),
  details: {
    ...(row.before !== null && { before: row.before }),
    ...(row.after !== null && { after: row.after }),
  },
});

/** How many entries of these actions were written in a span of time, by action; those with none are left out. */
export async function countActions(
  { db }: Pick<Deps, "db">,
  actions: readonly string[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, number>> {
  const inTime = and(gte(t.at, from), lt(t.at, to), inArray(t.action, [...actions]));
  const rows = await db.orm
    .select({ action: t.action, count: count() })
    .from(t)
    .where(inTime)
    .groupBy(t.action);
  return new Map(rows.map((row) => [row.action, row.count]));
}
