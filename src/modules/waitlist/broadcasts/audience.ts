import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { arrayLiteral } from "../../../db/query/array-literal.ts";
import { seconds } from "../../../shared/duration.ts";
import { hashOf, mailSuppressions } from "../../mail/public.ts";
import type { Audience } from "./schema.ts";

/** Counting may read the whole waitlist. */
export const AUDIENCE_TIMEOUT = seconds(30);

/**
 * People who may get mail about the waitlist: on the list, not suppressed, and not at an address that staff entered and no
 * one has confirmed. `s` is the signup.
 */
const REACHABLE = sql`not s.quarantined and s.left_at is null
  and (s.address_corrected_at is null or s.confirmed_at is not null) and not exists (
  select 1 from ${mailSuppressions} m where m.ended_at is null and m.address_hash = ${hashOf(sql`s.email_key`)})`;

const INVITED = sql`exists (
  select 1 from broadcast_recipients r join broadcasts b on b.id = r.broadcast_id
  where r.email_key = s.email_key and b.invites and r.state not in ('failed', 'skipped')
    and (b.state <> 'cancelled' or r.state <> 'waiting'))`;

/** The conditions of an audience on the signup `s`. */
function conditionsOf(deps: Deps, audience: Audience): SQL {
  const { confirmed, beta, cityIds, joinedAfter, joinedBefore, referred, neverInvited } = audience;
  const is = (condition: SQL, wanted: boolean | undefined) =>
    wanted === undefined ? [] : [wanted ? condition : sql`not (${condition})`];
  const conditions = [
    REACHABLE,
    ...is(sql`s.confirmed_at is not null`, confirmed),
    ...is(sql`s.is_beta_tester`, beta),
    ...(cityIds === undefined ? [] : [inMetros(deps, cityIds)]),
    ...(joinedAfter === undefined ? [] : [sql`s.created_at >= ${joinedAfter.toISOString()}::timestamptz`]),
    ...(joinedBefore === undefined ? [] : [sql`s.created_at < ${joinedBefore.toISOString()}::timestamptz`]),
    ...is(sql`coalesce(s.source ->> 'ref', '') <> ''`, referred),
    ...is(sql`not ${INVITED}`, neverInvited),
  ];
  return sql.join(conditions, sql` and `);
}

/** Whether the city of the signup belongs to one of the metros. */
function inMetros({ state }: Deps, metroIds: readonly string[]): SQL {
  const ids = state.gazetteer.citiesOf(metroIds.map(Number));
  return sql`s.city_id = any(${arrayLiteral(ids.map(String))}::int[])`;
}

/** How many people are in an audience now. */
export function countAudience(deps: Deps, audience: Audience): Promise<number> {
  return deps.db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ n: number }>(
        sql`select count(*)::int as n from current_signups s where ${conditionsOf(deps, audience)}`,
      );
      return rows[0]?.n ?? 0;
    },
    { readOnly: true, timeoutMs: AUDIENCE_TIMEOUT },
  );
}

/** Writes a row for each person in the audience, and returns how many there are. */
export async function insertRecipients(
  tx: Tx,
  deps: Deps,
  broadcastId: string,
  audience: Audience,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into broadcast_recipients (id, broadcast_id, email_key)
    select gen_random_uuid()::text, ${broadcastId}, s.email_key
    from current_signups s where ${conditionsOf(deps, audience)}`);
  return rowCount;
}
