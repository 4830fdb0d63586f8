import { getTableName, getViewName } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { cursorOf, positionOf } from "../../db/query/cursor.ts";
import { rowsBefore } from "../../db/query/paging.ts";
import { dueBy, lateBefore } from "../../shared/reviews/business-days.ts";
import { evidenceFiles } from "../evidence/public.ts";
import { poiClaims, poiRequests } from "../ownership/public.ts";
import { currentPartners } from "../partners/public.ts";
import { currentPois } from "../places/public.ts";
import type { Queued, queueInput } from "./schema.ts";

const EVIDENCE_FILES = getTableName(evidenceFiles);
const PARTNERS = getViewName(currentPartners);
const POI_CLAIMS = getTableName(poiClaims);
const POI_REQUESTS = getTableName(poiRequests);
const POIS = getViewName(currentPois);

/**
 * $1 and $2: the last row of the previous page, $3: the last row that is read, $4 and $5: the range of times in the
 * queue.
 */
const pendingPage = (alias: string, queuedAt: string): string => `${alias}.status = 'pending'
  and ($1::timestamptz is null or (${queuedAt}, ${alias}.id) > ($1::timestamptz, $2::text))
  and ($4::timestamptz is null or ${queuedAt} >= $4::timestamptz)
  and ($5::timestamptz is null or ${queuedAt} < $5::timestamptz)
  order by ${queuedAt}, ${alias}.id limit $3::bigint`;

const CLAIMS = `select 'claim' as kind, c.id, c.poi_name as name, coalesce(p.city, '') as city,
    coalesce(p.state, '') as state, c.partner_id as "partnerId", c.partner_name as "partnerName",
    coalesce(w.is_verified, false) as "partnerIsVerified", c.submitted_at as "submittedAt",
    (select count(*) from ${EVIDENCE_FILES} f where f.claim_id = c.id)::int as files,
    (select count(*) from ${POI_CLAIMS} o where o.poi_id = p.id and o.status = 'pending' and o.id <> c.id)::int
      as rivals,
    c.more_requested_at is not null as "moreRequested", c.queued_at as "queuedAt"
  from ${POI_CLAIMS} c left join ${POIS} p on p.id = c.poi_id left join ${PARTNERS} w on w.id = c.partner_id
  where ${pendingPage("c", "c.queued_at")}`;

const REQUESTS = `select 'request' as kind, r.id, r.name, r.city, r.state, r.partner_id as "partnerId",
    r.partner_name as "partnerName", coalesce(w.is_verified, false) as "partnerIsVerified",
    r.submitted_at as "submittedAt", 0 as files, 0 as rivals, false as "moreRequested",
    r.submitted_at as "queuedAt"
  from ${POI_REQUESTS} r left join ${PARTNERS} w on w.id = r.partner_id
  where ${pendingPage("r", "r.submitted_at")}`;

const BOTH = `select * from ((${CLAIMS}) union all (${REQUESTS})) both_kinds
  order by "queuedAt", id limit $3::bigint`;

const STATEMENTS = { claim: CLAIMS, request: REQUESTS, both: BOTH } as const;

const COUNTS = `select
  (select count(*) from ${POI_CLAIMS} where status = 'pending' and more_requested_at is null)::int as claims,
  (select count(*) from ${POI_CLAIMS} where status = 'pending' and more_requested_at is not null)::int as asked,
  (select count(*) from ${POI_REQUESTS} where status = 'pending')::int as requests,
  (select count(*) from ${POI_CLAIMS} where status = 'pending' and queued_at < $1)::int as "lateClaims",
  (select count(*) from ${POI_REQUESTS} where status = 'pending' and submitted_at < $1)::int as "lateRequests"`;

interface Counts {
  readonly claims: number;
  /** Claims that wait for their partner. */
  readonly asked: number;
  readonly requests: number;
  readonly lateClaims: number;
  readonly lateRequests: number;
}

type QueuedRow = Omit<Queued, "dueBy" | "late"> & {
  /** When the review clock started. */
  readonly queuedAt: Date;
};
type QueueInput = z.output<typeof queueInput>;

/** Pending claims and place requests in one list, oldest first; those that wait for their partner come last. */
export async function listQueue({ deps }: ActionContext<StaffActor>, input: QueueInput) {
  const { db, now } = deps;
  const cutoff = lateBefore(now());
  const { kind, late, limit, cursor } = input;
  const skipped = rowsBefore(input);
  const from = cursor === undefined ? null : positionOf(cursor, "time");
  const times = [late === false ? cutoff : null, late === true ? cutoff : null];
  const rows = await db.query<QueuedRow>(STATEMENTS[kind ?? "both"], [
    from?.value ?? null,
    from?.id ?? null,
    skipped + limit + 1, // one more tells whether there is a next page
    ...times,
  ]);
  const [totals] = await db.query<Counts>(COUNTS, [cutoff]);
  if (!totals) throw new Error("the count of the queue returned no row");
  const items = rows.slice(skipped, skipped + limit).map((row) => ({
    ...row,
    dueBy: row.moreRequested ? null : dueBy(row.queuedAt),
    late: row.queuedAt < cutoff,
  }));
  const last = items.at(-1);
  const next = rows.length > skipped + limit && last ? cursorOf({ value: last.queuedAt, id: last.id }) : null;
  const { claims, requests, lateClaims, lateRequests, asked } = totals;
  const counts = { claims, requests, late: lateClaims + lateRequests, waitingForPartner: asked };
  return { items, total: totalOf(totals, input), next, counts };
}

/** How many match the filters. */
function totalOf(
  { claims, asked, requests, lateClaims, lateRequests }: Counts,
  { kind, late }: QueueInput,
): number {
  const matching = (all: number, overdue: number): number => {
    if (late === undefined) return all;
    return late ? overdue : all - overdue;
  };
  const matchingClaims = kind === "request" ? 0 : matching(claims + asked, lateClaims);
  const matchingRequests = kind === "claim" ? 0 : matching(requests, lateRequests);
  return matchingClaims + matchingRequests;
}
