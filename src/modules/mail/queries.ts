import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  min,
  ne,
  type SQL,
  sql,
} from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { advisoryLock } from "../../db/locks.ts";
import { countPerDay } from "../../db/query/count-per-day.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { newestFirst, readPage } from "../../db/query/paging.ts";
import { type Seen, selectIds } from "../../db/query/select-ids.ts";
import { DomainError, requestIdsOf } from "../../shared/errors.ts";
import { emailKey, mailboxKey } from "../../shared/fields.ts";
import type { BulkStream, MailStop } from "../../shared/people/mails.ts";
import type { PersonalData } from "../../shared/people/personal-data.ts";
import type { TracedItem } from "../audit/public.ts";
import type { MailFilters, MailState, mailList } from "./schema.ts";
import { revealSecrets, withoutSecrets } from "./secrets.ts";
import { mailBreaker, mailboxOf, mails as t } from "./table.ts";

type Row = typeof t.$inferSelect;

const NEWEST = newestFirst(t.createdAt, (row: Row) => row.createdAt);

const IN_STATE: Readonly<Record<MailState, SQL | undefined>> = {
  waiting: and(isNull(t.sentAt), isNotNull(t.nextTryAt)),
  sent: isNotNull(t.sentAt),
  failed: and(isNull(t.sentAt), isNull(t.nextTryAt)),
};

/** The condition of this state. */
export const inState = (state: MailState): SQL | undefined => IN_STATE[state];

/** Mails, newest first; `q` searches recipient and subject. */
export async function list({ deps }: ActionContext, input: z.output<typeof mailList>) {
  const where = matching(input);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  return { ...page, items: page.items.map(withState) };
}

/** Mails that were sent, by day. */
export const sentPerDay = ({ db }: Deps, since: Date) =>
  countPerDay(db.orm, t, t.sentAt, gte(t.sentAt, since));

/** The ids of all that match. Throws 409 if they are not as many as the caller saw. */
export const selectMails = ({ deps }: ActionContext, { count: seen, ...filters }: MailFilters & Seen) =>
  selectIds(deps.db.orm, t, matching(filters), seen);

const matching = ({ q, state, kind }: MailFilters): SQL | undefined =>
  and(
    q === "" ? undefined : like(t.searchKey, keyContaining(q)),
    state === undefined ? undefined : inState(state),
    kind === undefined ? undefined : eq(t.kind, kind),
  );

/** One mail as staff see it. Throws 404. */
export async function get({ deps }: ActionContext, id: string) {
  const [row] = await deps.db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw new DomainError("notFound", "This mail does not exist");
  return withState(row);
}

/** One mail with its text, which includes its links until it is sent. Throws 404. */
export async function show({ deps }: ActionContext, id: string) {
  const [row] = await deps.db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw new DomainError("notFound", "This mail does not exist");
  const { id: rowId, text, secrets } = row;
  const shown =
    text === null ? null : withoutSecrets(revealSecrets(deps.encryption, { id: rowId, text, secrets }));
  return withState({ ...row, text: shown });
}

/** The mails that a request caused, oldest first. */
export async function mailsOfRequest({ db }: Deps, requestId: string, limit: number): Promise<TracedItem[]> {
  const rows = await db.orm
    .select()
    .from(t)
    .where(inArray(t.requestId, requestIdsOf(requestId)))
    .orderBy(t.createdAt, t.id)
    .limit(limit);
  return rows.map(tracedItem);
}

/** Without its recipient and text: `rihla mail show` has them. */
const tracedItem = (row: typeof t.$inferSelect): TracedItem => ({
  at: row.createdAt,
  source: "mail",
  event: row.kind,
  actor: null,
  subject: null,
  id: row.id,
  details: { state: stateOf(row), attempts: row.attempts, sentAt: row.sentAt },
});

/**
 * How many mails of these kinds a mailbox has been sent since a time, under any of its addresses. Until the transaction ends, others
 * that count the same wait: they count the mail that it posts.
 */
export async function countMails(
  tx: Tx,
  to: string,
  kinds: string | readonly string[],
  since: Date,
): Promise<number> {
  const all = [kinds].flat();
  await tx.execute(advisoryLock("mailbox", sql`hashtext(${`${all} ${mailboxKey(to)}`})`));
  const [row] = await tx
    .select({ mails: count() })
    .from(t)
    .where(and(eq(mailboxOf(t.toKey), mailboxKey(to)), inArray(t.kind, all), gt(t.createdAt, since)));
  return row?.mails ?? 0;
}

/** How many mails of a kind are due and not being sent. */
export async function countReady({ db, now }: Deps, kind: string): Promise<number> {
  const [row] = await db.orm
    .select({ mails: count() })
    .from(t)
    .where(and(eq(t.kind, kind), lte(t.nextTryAt, now())));
  return row?.mails ?? 0;
}

const withState = (row: Row) => ({ ...row, state: stateOf(row) });

/** What became of a mail. */
export function stateOf({ sentAt, nextTryAt }: Row): MailState {
  if (sentAt !== null) return "sent";
  return nextTryAt === null ? "failed" : "waiting";
}

/** All mails to a person: what `erase` deletes. Called by `people`. */
export async function mailsTo(tx: Tx, email: string): Promise<PersonalData> {
  const rows = await tx
    .select()
    .from(t)
    .where(eq(t.toKey, emailKey(email)))
    .orderBy(desc(t.createdAt));
  return { mails: rows.map(mailRecord) };
}

/** Without what only the delivery needs. */
const mailRecord = (row: Row) => ({
  id: row.id,
  at: row.createdAt,
  to: row.to,
  subject: row.subject,
  text: row.text,
  kind: row.kind,
  state: stateOf(row),
  sentAt: row.sentAt,
  onErasure: "deleted" as const,
});

/** Which streams are stopped until the operator resumes, and why; null while none is. */
export async function mailStop({ db }: Deps): Promise<MailStop | null> {
  const rows = await db.orm
    .select()
    .from(mailBreaker)
    .where(isNotNull(mailBreaker.stoppedAt))
    .orderBy(mailBreaker.stoppedAt);
  const stoppedAt = rows[0]?.stoppedAt ?? null;
  if (stoppedAt === null) return null;
  const reason = rows.map((row) => row.reason).join("; ");
  return { streams: rows.map(({ stream }) => stream), stoppedAt, reason };
}

export const isStreamStopped = async (deps: Deps, stream: BulkStream): Promise<boolean> =>
  (await mailStop(deps))?.streams.includes(stream) ?? false;

/** The same as an SQL condition. */
export const streamStopped = (stream: BulkStream): string =>
  `exists (select from mail_breaker where stream = '${stream}' and stopped_at is not null)`;

const DUE_COMPARED = 20;

/** A value that differs once a mail was added, sent or failed: of the newest mail and those due next. */
export async function outboxVersion({ db: { orm } }: Deps): Promise<string> {
  const newest = await orm.select({ id: t.id }).from(t).orderBy(desc(t.createdAt), desc(t.id)).limit(1);
  const due = await orm
    .select({ id: t.id, attempts: t.attempts, nextTryAt: t.nextTryAt })
    .from(t)
    .where(isNotNull(t.nextTryAt))
    .orderBy(t.bulk, t.nextTryAt)
    .limit(DUE_COMPARED);
  return Bun.hash(JSON.stringify([newest, due])).toString(16);
}

/** How far the outbox is behind, without broadcasts, which wait on purpose. */
export interface OutboxDelay {
  /** When the oldest mail that waits was written; null if none does. */
  readonly oldest: Date | null;
  /** Whether a mail that was written after that one has been sent. */
  readonly othersSent: boolean;
  /** Mails written since `since` that will not be sent. */
  readonly failed: number;
}

export async function outboxDelay({ db: { orm } }: Deps, since: Date): Promise<OutboxDelay> {
  const single = eq(t.bulk, false);
  const [first] = await orm
    .select({ oldest: min(t.createdAt) })
    .from(t)
    .where(and(inState("waiting"), single));
  const oldest = first?.oldest ?? null;
  const failed = await orm.$count(t, and(inState("failed"), gte(t.createdAt, since)));
  if (oldest === null) return { oldest, othersSent: true, failed };
  const later = and(gte(t.createdAt, oldest), inState("sent"), single);
  const [sent] = await orm.select({ id: t.id }).from(t).where(later).limit(1);
  return { oldest, othersSent: sent !== undefined, failed };
}

/** How the outbox and the mail server are. */
export interface MailHealth {
  readonly waiting: number;
  readonly failed: number;
  /** When the mail was due that has waited longest; null if none is due. One that is stopped is not due. */
  readonly oldestDueAt: Date | null;
  /** Which bulk mail is stopped because of bounces or complaints. */
  readonly stopped: MailStop | null;
  /** Since when the server has taken no mail, how often it failed, and how. */
  readonly failingSince: Date | null;
  readonly failures: number;
  readonly lastError: string | null;
}

/** $1 now, $2 whether bulk mails are stopped. Each part reads an index of what waits or failed, or one row. */
const HEALTH = `select
  (select count(*) from mails where next_try_at is not null)::int as waiting,
  (select count(*) from mails where sent_at is null and next_try_at is null)::int as failed,
  (select min(first) from (
    (select next_try_at as first from mails where bulk and not $2 and next_try_at <= $1 order by next_try_at limit 1)
    union all
    (select next_try_at from mails where not bulk and next_try_at <= $1 order by next_try_at limit 1)) due) as "oldestDueAt",
  server.failing_since as "failingSince", coalesce(server.failures, 0) as failures, server.last_error as "lastError"
  from (select 1) as one left join mail_server as server on true`;

/** How many mails were sent in a span of time, without broadcasts, which come and go. */
export async function countSent({ db }: Pick<Deps, "db">, from: Date, to: Date): Promise<number> {
  return db.orm.$count(t, and(gte(t.sentAt, from), lt(t.sentAt, to), ne(t.kind, "broadcast")));
}

/** Cheap enough for every scrape of metrics. */
export async function mailHealth(deps: Deps): Promise<MailHealth> {
  const stopped = await mailStop(deps);
  const isStopped = stopped?.streams.includes("joining") ?? false;
  const [health] = await deps.db.query<Omit<MailHealth, "stopped">>(HEALTH, [deps.now(), isStopped]);
  if (!health) throw new Error("the state of the outbox returned no row");
  return { ...health, stopped };
}
