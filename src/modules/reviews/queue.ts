import { getTableName } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { cursorOf, positionOf } from "../../db/query/cursor.ts";
import { rowsBefore } from "../../db/query/paging.ts";
import type { Page } from "../../shared/listing.ts";
import { dueBy, lateBefore } from "../../shared/reviews/business-days.ts";
import { CASE_KINDS, type CaseKind } from "../../shared/reviews/reviews.ts";
import { staffUsers } from "../accounts/public.ts";
import { evidenceFiles, recorder, rulesOf } from "../evidence/public.ts";
import type { Queued, QueuedStatus, queueInput } from "./schema.ts";
import { ASSIGNMENTS, CLAIMS, lateOf, NOW, PARAMETERS, type Part, SOURCES } from "./waiting.ts";

const FILES = getTableName(evidenceFiles);
const STAFF = getTableName(staffUsers);
const STRANGER = `null::text as "partnerId", '' as "partnerName", false as "partnerIsVerified"`;

type Input = z.output<typeof queueInput>;

/** The parts that the list reads. Readings, new certificates and photos have no list of decided ones. */
const partsOf = ({ kind, decided = false }: Input): (readonly [CaseKind, Part])[] =>
  (kind === undefined ? CASE_KINDS : [kind]).flatMap((each) => {
    const part = decided ? SOURCES[each].decided : SOURCES[each].waiting;
    return part ? [[each, part] as const] : [];
  });

/** The cases of a part that match. $5: late, $6: the assignee, or empty for none, $7: snoozed. */
const matching = (kind: CaseKind, part: Part): string => `
  from ${SOURCES[kind].from} left join ${ASSIGNMENTS} a on a.case_key = '${kind}:' || c.id
    left join ${STAFF} s on s.id = a.assignee_id and s.is_active
  where ${part.where} and ($5::boolean is null or (${lateOf(part)}) = $5::boolean)
    and ($6::text is null or coalesce(s.id, '') = $6::text)
    and ($7::boolean is null or coalesce(a.snoozed_until > ${NOW}, false) = $7::boolean)`;

function columnsOf(kind: CaseKind, part: Part): string {
  const { name, of = "p", partner, sentAt } = SOURCES[kind];
  const { at, waitsFor, due, status, by = "null::text" } = part;
  const sender =
    partner &&
    `c.partner_id as "partnerId", ${partner} as "partnerName", coalesce(w.is_verified, false) as "partnerIsVerified"`;
  return `'${kind}' as kind, c.id, ${name} as name, coalesce(${of}.city, '') as city,
    coalesce(${of}.state, '') as state, ${sender ?? STRANGER}, ${sentAt} as "submittedAt", ${at} as at,
    ${due ?? "null::timestamptz"} as due, ${lateOf(part)} as late, ${waitsFor ?? "null::text"} as "waitsFor",
    ${status ?? "null::text"} as status, ${by} as by, s.id as "assigneeId", s.username as "assigneeName",
    case when a.snoozed_until > ${NOW} then a.snoozed_until end as "snoozedUntil"`;
}

/**
 * A page; of each kind no more is read than the page can need, however many are decided. $8 and $9: the last row of the
 * previous page, $10: rows before this page, $11: the last row that is read.
 */
function pageOf(input: Input): string {
  const [after, order] = input.decided ? ["<", "desc"] : [">", "asc"];
  const selects = partsOf(input).map(
    ([kind, part]) => `(select ${columnsOf(kind, part)} ${matching(kind, part)}
      and ($8::timestamptz is null or (${part.at}, c.id) ${after} ($8::timestamptz, $9::text))
      order by ${part.at} ${order}, c.id ${order} limit $10::bigint + $11::bigint)`,
  );
  return `with ${PARAMETERS}, cases as (${selects.join(" union all ")})
    select m.*,
      case when m.kind = 'claim' then (select count(*) from ${FILES} f where f.claim_id = m.id)
        when m.kind = 'transfer' then (select count(*) from ${FILES} f where f.transfer_id = m.id)
        else 0 end::int as files,
      case when m.kind = 'claim' then (select count(*) from ${CLAIMS} o join ${CLAIMS} c on c.poi_id = o.poi_id
        where c.id = m.id and o.status = 'pending' and o.id <> m.id) else 0 end::int as rivals
    from cases m
    order by m.at ${order}, m.id ${order} offset $10::bigint limit $11::bigint`;
}

/** Of each kind, cases are counted up to this; of more, only that there are more. docs/limits.md */
const COUNT_MAX = 1_000;

/** How many match. */
function totalOf(input: Input): string {
  const counts = partsOf(input).map(
    ([kind, part]) =>
      `(select count(*) as n from (select 1 ${matching(kind, part)} limit ${COUNT_MAX + 1}) counted)`,
  );
  return `with ${PARAMETERS} select sum(least(n, ${COUNT_MAX}))::int as total, bool_or(n > ${COUNT_MAX}) as "totalIsMore"
    from (${counts.join(" union all ")}) kinds`;
}

interface Row extends Omit<Queued, "dueBy" | "moreRequested" | "decided" | "assignee"> {
  readonly at: Date;
  readonly due: Date | null;
  readonly status: QueuedStatus | null;
  readonly by: string | null;
  readonly assigneeId: string | null;
  readonly assigneeName: string | null;
}

/**
 * Everything that waits for staff in one list, what is due first in front; what waits for a partner or an owner comes
 * last. Or what is decided, newest first.
 */
export async function listQueue(
  { deps, principal }: ActionContext<StaffActor>,
  input: Input,
): Promise<Page<Queued>> {
  if (partsOf(input).length === 0) return { items: [], total: 0, next: null };
  const { db, now } = deps;
  const skipped = rowsBefore(input);
  const from = input.cursor === undefined ? null : positionOf(input.cursor, "time");
  const { byId } = recorder(principal);
  const given = [lateBefore(now()), now(), rulesOf(deps).readings, byId];
  const params = [...given, input.late ?? null, assigneeOf(input, byId), input.snoozed ?? null];
  const rows = await db.query<Row>(pageOf(input), [
    ...params,
    from?.value ?? null,
    from?.id ?? null,
    skipped,
    input.limit + 1, // one more tells whether there is a next page
  ]);
  const items = rows.slice(0, input.limit);
  const last = items.at(-1);
  const next = rows.length > input.limit && last ? cursorOf({ value: last.at, id: last.id }) : null;
  const [counted] = await db.query<Counted>(totalOf(input), params);
  if (!counted) throw new Error("the count of the queue returned no row");
  return { items: items.map(queuedOf), ...counted, next };
}

interface Counted {
  readonly total: number;
  readonly totalIsMore: boolean;
}

/** Null for all, empty for no one. */
function assigneeOf({ assignee }: Input, self: string): string | null {
  if (assignee === "") return null;
  return assignee === "none" ? "" : assignee === "me" ? self : assignee;
}

const queuedOf = ({ at, due, status, by, assigneeId, assigneeName, ...row }: Row): Queued => ({
  ...row,
  moreRequested: row.kind === "claim" && row.waitsFor === "partner",
  dueBy: row.waitsFor === null && status === null ? (due ?? dueBy(at)) : null,
  assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? "" },
  decided: status && { status, at, by },
});
