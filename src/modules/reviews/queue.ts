import { getTableName, getViewName, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { cursorOf, positionOf } from "../../db/query/cursor.ts";
import { rowsBefore } from "../../db/query/paging.ts";
import type { Page } from "../../shared/listing.ts";
import { dueBy, lateBefore } from "../../shared/reviews/business-days.ts";
import { CASE_KINDS, type CaseKind } from "../../shared/reviews/reviews.ts";
import { staffUsers } from "../accounts/public.ts";
import { placeReports, placeSuggestions } from "../directory/public.ts";
import {
  certificateProgress,
  evidenceFiles,
  evidenceRecords,
  recorder,
  renewals,
  rulesOf,
} from "../evidence/public.ts";
import { placeProposals, placeTransfers, poiClaims, poiRequests } from "../ownership/public.ts";
import { currentPartners } from "../partners/public.ts";
import { currentPois } from "../places/public.ts";
import type { Queued, QueuedStatus, queueInput, WaitingCases } from "./schema.ts";
import { caseAssignments } from "./table.ts";

const FILES = getTableName(evidenceFiles);
const CLAIMS = getTableName(poiClaims);
const REQUESTS = getTableName(poiRequests);
const RECORDS = getTableName(evidenceRecords);
const ASSIGNMENTS = getTableName(caseAssignments);
const STAFF = getTableName(staffUsers);
const POIS = getViewName(currentPois);
const PARTNERS = getViewName(currentPartners);

/** Cases of one kind that wait, or that are decided. */
interface Part {
  readonly where: string;
  /** Of those that wait: when staff could begin, five business days before it is due. Of decided ones: when. */
  readonly at: string;
  readonly late?: string;
  /** When it is due, if that is on record. */
  readonly due?: string;
  /** Who has to act before staff can. */
  readonly waitsFor?: string;
  readonly status?: string;
  readonly by?: string;
}

/** Where the cases of one kind are: `c` is the case, `p` its place and `w` its partner. */
interface Source {
  readonly from: string;
  readonly name: string;
  /** What has the city and the state. */
  readonly of?: "c";
  /** The name of its partner; there is none without it. */
  readonly partner?: string;
  readonly sentAt: string;
  readonly waiting: Part;
  readonly decided?: Part;
}

const NOW = "(select now from given)";
const CUTOFF = "(select cutoff from given)";
const PLACE = `left join ${POIS} p on p.id = c.poi_id`;
const LISTED = `join ${POIS} p on p.id = c.poi_id`;
const PARTNER = `left join ${PARTNERS} w on w.id = c.partner_id`;
const DECIDED: Part = {
  where: "c.status <> 'pending' and c.reviewed_at is not null",
  at: "c.reviewed_at",
  status: "c.status",
  by: "c.reviewed_by",
};
const SOURCES: Readonly<Record<CaseKind, Source>> = {
  claim: {
    from: `${CLAIMS} c ${PLACE} ${PARTNER}`,
    name: "c.poi_name",
    partner: "c.partner_name",
    sentAt: "c.submitted_at",
    waiting: {
      where: "c.status = 'pending'",
      at: "c.queued_at",
      waitsFor: "case when c.more_requested_at is not null then 'partner' end",
    },
    decided: DECIDED,
  },
  request: {
    from: `${REQUESTS} c ${PARTNER}`,
    name: "c.name",
    of: "c",
    partner: "c.partner_name",
    sentAt: "c.submitted_at",
    waiting: { where: "c.status = 'pending'", at: "c.submitted_at" },
    decided: DECIDED,
  },
  proposal: {
    from: `${getTableName(placeProposals)} c ${PLACE} ${PARTNER}`,
    name: "c.poi_name",
    partner: "c.partner_name",
    sentAt: "c.submitted_at",
    waiting: { where: "c.status = 'pending'", at: "c.submitted_at" },
    decided: { ...DECIDED, where: `${DECIDED.where} and not c.at_once` },
  },
  transfer: {
    from: `${getTableName(placeTransfers)} c ${PLACE} ${PARTNER}`,
    name: "c.poi_name",
    partner: "c.partner_name",
    sentAt: "c.submitted_at",
    waiting: {
      where: "c.status = 'pending'",
      at: "coalesce(c.refused_at, c.answer_by)",
      waitsFor: `case when c.refused_at is null and c.answer_by >= ${NOW} then 'owner' end`,
    },
    decided: DECIDED,
  },
  reading: {
    from: `${RECORDS} c
      join ${getTableName(certificateProgress)} g on g.certificate_id = c.id join ${POIS} p on p.id = g.poi_id`,
    name: "p.name",
    sentAt: "c.recorded_at",
    waiting: {
      where: `g.alike < 2 and not g.withdrawn and g.alike < (select readings from given)
        and c.by_id is distinct from (select reader from given) and not exists (select
          from ${RECORDS} o where o.about_id = c.id and o.kind = 'reading'
            and o.by_id = (select reader from given))`,
      at: "c.recorded_at",
    },
  },
  renewal: {
    from: `${getTableName(renewals)} c ${LISTED} join ${PARTNERS} w on w.id = c.partner_id`,
    name: "p.name",
    partner: "w.business_name",
    sentAt: "c.sent_at",
    waiting: { where: "c.state = 'waiting'", at: "c.sent_at" },
  },
  report: {
    from: `${getTableName(placeReports)} c ${LISTED}`,
    name: "p.name",
    sentAt: "c.created_at",
    waiting: {
      where: "c.merged_into is null and not c.quarantined and c.closed_at is null",
      at: "c.due_at - interval '7 days'",
      late: `c.due_at < ${NOW}`,
      due: "c.due_at",
      waitsFor: `case when p.owner_id is not null and c.replied_at is null and c.reply_by >= ${NOW} then 'owner' end`,
    },
    decided: {
      where: "c.merged_into is null and not c.quarantined and c.closed_at is not null",
      at: "c.closed_at",
      status: "'closed'",
      by: "c.closed_by",
    },
  },
  suggestion: {
    from: `${getTableName(placeSuggestions)} c`,
    name: "c.name",
    of: "c",
    sentAt: "c.created_at",
    waiting: {
      where: "c.status = 'pending' and not c.quarantined and c.deleted_at is null",
      at: "c.created_at",
    },
    decided: { ...DECIDED, where: `${DECIDED.where} and not c.quarantined and c.deleted_at is null` },
  },
};

const STRANGER = `null::text as "partnerId", '' as "partnerName", false as "partnerIsVerified"`;

/** $1: what came before is late, $2: now, $3: how many readings a certificate needs, $4: who reads. */
const GIVEN = `given as (select $1::timestamptz as cutoff, $2::timestamptz as now, $3::int as readings, $4::text as reader)`;

const lateOf = ({ at, late = `${at} < ${CUTOFF}`, status }: Part): string =>
  status === undefined ? late : "false";

/** The keys of all cases of these kinds that wait, of certificates for whichever reader. */
function waitingKeys(deps: Pick<Deps, "now" | "settings">, kinds: readonly CaseKind[]): SQL {
  const selects = kinds.map((kind) => {
    const { from, waiting } = SOURCES[kind];
    return `select '${kind}:' || c.id from ${from} where ${waiting.where}`;
  });
  return sql`with given as (select ${lateBefore(deps.now())}::timestamptz as cutoff, ${deps.now()}::timestamptz as now,
    ${rulesOf(deps).readings}::int as readings, '' as reader) ${sql.raw(selects.join(" union all "))}`;
}

/** Whether a case waits, for staff, its partner or an owner. */
export async function isWaiting(tx: Tx, deps: Pick<Deps, "now" | "settings">, key: string): Promise<boolean> {
  const kind = key.slice(0, key.indexOf(":")) as CaseKind; // by the schema
  const { rows } = await tx.execute(sql`select where ${key} in (${waitingKeys(deps, [kind])})`);
  return rows.length > 0;
}

/** Deletes what is kept next to cases that are decided or gone; part of the hourly sweep. */
export async function deleteDecidedAssignments(deps: Deps): Promise<void> {
  const { caseKey } = caseAssignments;
  await deps.db.orm.delete(caseAssignments).where(sql`${caseKey} not in (${waitingKeys(deps, CASE_KINDS)})`);
}

type Input = z.output<typeof queueInput>;

/** The parts that the list reads. Readings and new certificates have no list of decided ones. */
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
  return `with ${GIVEN}, cases as (${selects.join(" union all ")})
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
  return `with ${GIVEN} select sum(least(n, ${COUNT_MAX}))::int as total, bool_or(n > ${COUNT_MAX}) as "totalIsMore"
    from (${counts.join(" union all ")}) kinds`;
}

/** How many cases of each kind staff can act on. $5: those that are snoozed, too. */
const WAITING = `with ${GIVEN}, cases as (${CASE_KINDS.map((kind) => {
  const { from, waiting } = SOURCES[kind];
  return `select '${kind}' as kind, c.id, ${waiting.at} as at, ${waiting.due ?? "null::timestamptz"} as due,
    ${lateOf(waiting)} as late from ${from} where ${waiting.where} and (${waiting.waitsFor ?? "null::text"}) is null`;
}).join(" union all ")})
  select c.kind, count(*)::int as count, count(*) filter (where c.late)::int as late, min(c.at) as at, min(c.due) as due
  from cases c left join ${ASSIGNMENTS} a on a.case_key = c.kind || ':' || c.id
  where $5::boolean or not coalesce(a.snoozed_until > ${NOW}, false) group by c.kind`;

interface WaitingRow {
  readonly kind: CaseKind;
  readonly count: number;
  readonly late: number;
  readonly at: Date;
  readonly due: Date | null;
}

interface CountedFor {
  /** Whose own readings do not count; null for all. */
  readonly readerId: string | null;
  readonly withSnoozed: boolean;
}

/** How many cases of each kind wait for staff, how many of them are late, and by when the next one is promised. */
export async function countWaiting(deps: Deps, { readerId, withSnoozed }: CountedFor): Promise<WaitingCases> {
  const { db, now } = deps;
  const given = [lateBefore(now()), now(), rulesOf(deps).readings, readerId, withSnoozed];
  const rows = await db.query<WaitingRow>(WAITING, given);
  const counted = (kind: CaseKind) => {
    const row = rows.find((each) => each.kind === kind);
    if (!row) return { count: 0, late: 0, dueBy: null };
    return { count: row.count, late: row.late, dueBy: row.due ?? dueBy(row.at) };
  };
  const all = CASE_KINDS.map((kind) => [kind, counted(kind)] as const);
  return Object.fromEntries(all) as WaitingCases; // every kind has its entry
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
