import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { createGroupCommit, type QueueState } from "../../core/limits/group-commit.ts";
import type { Database, Tx } from "../../db/client.ts";
import { arrayLiteral } from "../../db/query/array-literal.ts";
import { seconds } from "../../shared/duration.ts";
import { INSERT_ENTRIES } from "../audit/public.ts";
import { LINKS_MAX } from "./joined/links.ts";
import type { SignupSource } from "./schema.ts";

/** A submission of the form, ready to be written. */
export interface NewSignup {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  readonly emailKey: string;
  readonly isBetaTester: boolean;
  readonly quarantined: boolean;
  readonly consentWording: string;
  readonly source: SignupSource | null;
  readonly at: Date;
  readonly action: string;
  readonly address: string | null;
  readonly requestId: string;
}

/** Of the submissions of one person in a batch, the first inserts the signup and the others repeat it. */
interface Submitted extends NewSignup {
  readonly repeats: boolean;
}

/** What the statement is given: the type of each column and its value. One array a column, which is parsed faster than JSON. */
const COLUMNS: Readonly<Record<string, readonly [type: string, of: (each: Submitted) => string | null]>> = {
  id: ["text", (each) => each.id],
  first_name: ["text", (each) => each.firstName],
  email: ["text", (each) => each.email],
  email_key: ["text", (each) => each.emailKey],
  beta: ["boolean", (each) => String(each.isBetaTester)],
  quarantined: ["boolean", (each) => String(each.quarantined)],
  wording: ["text", (each) => each.consentWording],
  source: ["jsonb", (each) => each.source && JSON.stringify(each.source)],
  at: ["timestamptz", (each) => each.at.toISOString()],
  action: ["text", (each) => each.action],
  address: ["text", (each) => each.address],
  request_id: ["text", (each) => each.requestId],
  repeats: ["boolean", (each) => String(each.repeats)],
};
const NAMES = sql.raw(Object.keys(COLUMNS).join(", "));

/** Whether a repeated signup is unconfirmed, with no mail due and none posted within a day. */
const NEEDS_WELCOME = sql.raw(`(w.confirmed_at is null and w.welcome_due_at is null
  and coalesce(w.welcomed_at <= excluded.created_at - interval '1 day', true))`);

/**
 * Signups that arrive together are committed together. Rows are inserted in the order of their key, so that two
 * concurrent batches with the same people wait for each other instead of deadlocking. The beta flag is only ever
 * set, never cleared; a repeat that adds nothing writes nothing, not even an audit entry.
 *
 * A submission that inserts no signup gets a link of its own, which credits the signup of its address. Those are found
 * by `not in`, which PostgreSQL hashes: it expects ten rows of a batch, and would join 500 of them one by one.
 *
 * The joining mail becomes due here and is posted by the schedule, at most one a day: a repeat makes it due again only if
 * the address is not confirmed. Joining again after leaving is a new consent, and the address must be confirmed again, as
 * anyone could have entered it.
 */
const insertSignups = (arrays: readonly unknown[]): SQL => sql`
  with submitted as (
    select * from unnest(${sql.join(typed(arrays), sql`, `)}) as a (${NAMES})
  ), written as (
    insert into waitlist_signups as w
      (id, first_name, email, email_key, is_beta_tester, quarantined, consent_wording, source, created_at,
       welcome_due_at)
    select id, first_name, email, email_key, beta, quarantined, wording, source, at,
      case when not quarantined then at end from submitted where not repeats order by email_key
    on conflict (email_key) where not quarantined and deleted_at is null do update set
      is_beta_tester = w.is_beta_tester or excluded.is_beta_tester,
      updated_at = case when excluded.is_beta_tester and not w.is_beta_tester
        then greatest(excluded.created_at, coalesce(w.updated_at, w.created_at) + interval '1 millisecond')
        else w.updated_at end,
      left_at = null,
      left_by_card = false,
      confirmed_at = case when w.left_at is null then w.confirmed_at end,
      consent_wording = case when w.left_at is null then w.consent_wording else excluded.consent_wording end,
      consent_at = case when w.left_at is null then w.consent_at else excluded.created_at end,
      welcome_due_at = case when w.left_at is not null or ${NEEDS_WELCOME}
        then greatest(excluded.created_at, w.welcomed_at + interval '1 day') else w.welcome_due_at end
      where excluded.is_beta_tester and not w.is_beta_tester or w.left_at is not null or ${NEEDS_WELCOME}
    returning id, email_key, is_beta_tester, quarantined
  ), linked as (
    insert into signup_links (code, email_key, created_at)
    select left(md5(id), 12), email_key, at from submitted a
    where not quarantined and id not in (select id from written)
      and (select count(*) from signup_links l where l.email_key = a.email_key) < ${sql.raw(String(LINKS_MAX))}
    on conflict (code) do update set email_key = excluded.email_key
  )
  ${sql.raw(INSERT_ENTRIES)}
  select a.at, 'visitor', a.action, w.id, jsonb_build_object('isBetaTester', w.is_beta_tester), a.address, a.request_id
  from written w join submitted a on a.email_key = w.email_key and a.quarantined = w.quarantined
    and not a.repeats and (a.id = w.id or not w.quarantined)`;

function typed(arrays: readonly unknown[]): SQL[] {
  const types = Object.values(COLUMNS).map(([type]) => sql.raw(`${type}[]`));
  return types.map((type, at) => sql`${arrays[at]}::${type}`);
}

/** The text alone, which is the same for every batch. */
const INSERT_SIGNUPS = new PgDialect().sqlToQuery(
  insertSignups(Object.keys(COLUMNS).map(sql.placeholder)),
).sql;

/** Shorter than for other statements: the next batch waits for this one, so its callers wait for both. */
const WRITE_TIMEOUT = seconds(2.5);

export interface SignupWriter {
  /** Resolves once the signup is committed. Throws `DomainError` 503 if too many are waiting. */
  submit(signup: NewSignup): Promise<null>;
  queue(): QueueState;
}

declare module "../../core/rpc/context.ts" {
  interface State {
    readonly signups: SignupWriter;
  }
}

export const createSignupWriter = (db: Database): SignupWriter =>
  createGroupCommit<NewSignup, null>({
    run: (signups) => write(db, signups),
    maxBatch: 500,
    writers: 2,
    maxWaiting: 5_000,
  });

async function write(db: Database, items: readonly NewSignup[]): Promise<null[]> {
  const options = { prepared: true, timeoutMs: WRITE_TIMEOUT };
  await db.query(INSERT_SIGNUPS, arraysOf(markRepeats(items)), options);
  return items.map(() => null);
}

/** Writes one signup, as the writer does, in the transaction of another change. */
export async function insertSignup(tx: Tx, signup: NewSignup): Promise<void> {
  await tx.execute(insertSignups(arraysOf([{ ...signup, repeats: false }])));
}

const arraysOf = (signups: readonly Submitted[]): readonly string[] =>
  Object.values(COLUMNS).map(([, of]) => arrayLiteral(signups.map(of)));

/** A statement may update a row only once: of each person one submission writes it, with the beta flag of any of them. */
function markRepeats(items: readonly NewSignup[]): readonly Submitted[] {
  const personOf = (each: NewSignup) => (each.quarantined ? each.id : each.emailKey);
  const beta = new Set(items.filter(({ isBetaTester }) => isBetaTester).map(personOf));
  const known = new Set<string>();
  return items.map((each) => {
    const person = personOf(each);
    const repeats = known.has(person);
    known.add(person);
    return { ...each, isBetaTester: beta.has(person), repeats };
  });
}
