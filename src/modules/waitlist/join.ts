import { createGroupCommit } from "../../core/limits/group-commit.ts";
import type { Database } from "../../db/client.ts";
import { seconds } from "../../shared/duration.ts";

/** One submission, ready to be written. */
export interface Joining {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  readonly emailKey: string;
  readonly isBetaTester: boolean;
  readonly quarantined: boolean;
  readonly consentWording: string;
  readonly at: Date;
  readonly action: string;
  readonly address: string | null;
  readonly requestId: string;
}

/**
 * Signups that arrive together are committed together. Rows go in by the order of their key, so that two
 * writers that meet on the same people wait for each other instead of locking each other out. A beta wish is
 * only ever added; a repeat that adds nothing writes nothing, and leaves no act in the audit log.
 */
const WRITE = `
  with asked as (
    select * from jsonb_to_recordset($1::jsonb) as a (id text, first_name text, email text, email_key text,
      beta boolean, quarantined boolean, wording text, at timestamptz, action text, address text, request_id text)
  ), written as (
    insert into waitlist_signups as w
      (id, first_name, email, email_key, is_beta_tester, quarantined, consent_wording, created_at)
    select id, first_name, email, email_key, beta, quarantined, wording, at from asked order by email_key
    on conflict (email_key) where not quarantined do update set is_beta_tester = true
      where excluded.is_beta_tester and not w.is_beta_tester
    returning id, email_key, is_beta_tester, quarantined
  )
  insert into audit_log (at, actor_kind, action, subject, after, address, request_id)
  select a.at, 'visitor', a.action, w.id, jsonb_build_object('isBetaTester', w.is_beta_tester), a.address, a.request_id
  from written w join asked a on a.email_key = w.email_key and a.quarantined = w.quarantined
    and (a.id = w.id or not w.quarantined)`;

/** Shorter than other statements' because the next batch waits for it: who came last waits for both. */
const WRITE_TIMEOUT = seconds(2.5);

const queues = new WeakMap<Database, (joining: Joining) => Promise<null>>();

/** Resolves once the signup is on disk. Throws `DomainError` 503 where too many wait. */
export function writeSignup(db: Database, joining: Joining): Promise<null> {
  let submit = queues.get(db);
  if (!submit) {
    const batcher = createGroupCommit<Joining, null>({
      run: (items) => write(db, items),
      maxBatch: 500,
      writers: 2,
      maxWaiting: 5_000,
    });
    submit = batcher.submit;
    queues.set(db, submit);
  }
  return submit(joining);
}

async function write(db: Database, items: readonly Joining[]): Promise<null[]> {
  const rows = onePerPerson(items).map((each) => ({
    id: each.id,
    first_name: each.firstName,
    email: each.email,
    email_key: each.emailKey,
    beta: each.isBetaTester,
    quarantined: each.quarantined,
    wording: each.consentWording,
    at: each.at,
    action: each.action,
    address: each.address,
    request_id: each.requestId,
  }));
  await db.query(WRITE, [JSON.stringify(rows)], { prepared: true, timeoutMs: WRITE_TIMEOUT });
  return items.map(() => null);
}

/** A statement may touch a row once: repeats within a batch become one submission, with every wish of theirs. */
function onePerPerson(items: readonly Joining[]): readonly Joining[] {
  const people = new Map<string, Joining>();
  for (const each of items) {
    const key = each.quarantined ? each.id : each.emailKey;
    const known = people.get(key);
    people.set(key, known ? { ...known, isBetaTester: known.isBetaTester || each.isBetaTester } : each);
  }
  return [...people.values()];
}
