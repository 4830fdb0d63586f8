import { getTableName, getViewName } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { cursorOf, positionOf } from "../../db/query/cursor.ts";
import { rowsBefore } from "../../db/query/paging.ts";
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
import type { Queued, QueuedStatus, queueInput, queuePage } from "./schema.ts";
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

function selectOf(kind: CaseKind, part: Part): string {
  const { from, name, of = "p", partner, sentAt } = SOURCES[kind];
  const { where, at, late = `${at} < ${CUTOFF}`, waitsFor, due, status, by = "null::text" } = part;
  const sender =
    partner &&
    `c.partner_id as "partnerId", ${partner} as "partnerName", coalesce(w.is_verified, false) as "partnerIsVerified"`;
  return `select '${kind}' as kind, c.id, ${name} as name, coalesce(${of}.city, '') as city,
    coalesce(${of}.state, '') as state, ${sender ?? STRANGER}, ${sentAt} as "submittedAt", ${at} as at,
    ${due ?? "null::timestamptz"} as due, ${status === undefined ? late : "false"} as late, ${waitsFor ?? "null::text"} as "waitsFor",
    ${status ?? "null::text"} as status, ${by} as by
    from ${from} where ${where}`;
}

type Input = z.output<typeof queueInput>;

/**
 * The cases that match, with who takes care of them. $1: what came before is late, $2: now, $3: how many readings a
 * certificate needs, $4: who reads, $5: late, $6: the assignee, or empty for none, $7: snoozed.
 */
function matching({ kind, decided = false }: Input): string {
  const kinds = kind === undefined ? CASE_KINDS : [kind];
  const selects = kinds.flatMap((each) => {
    const part = decided ? SOURCES[each].decided : SOURCES[each].waiting;
    return part ? [selectOf(each, part)] : [];
  });
  return `with given as (select $1::timestamptz as cutoff, $2::timestamptz as now, $3::int as readings, $4::text as reader),
    cases as (${selects.join(" union all ") || NONE}),
    matching as (select c.*, count(*) over ()::int as total, a.assignee_id as "assigneeId", s.username as "assigneeName",
        case when a.snoozed_until > ${NOW} then a.snoozed_until end as "snoozedUntil"
      from cases c left join ${ASSIGNMENTS} a on a.case_key = c.kind || ':' || c.id
        left join ${STAFF} s on s.id = a.assignee_id
      where ($5::boolean is null or c.late = $5::boolean)
        and ($6::text is null or coalesce(a.assignee_id, '') = $6::text)
        and ($7::boolean is null or coalesce(a.snoozed_until > ${NOW}, false) = $7::boolean))`;
}

/** Readings and new certificates have no list of decided ones. */
const NONE = `${selectOf("suggestion", { where: "false", at: "c.created_at" })}`;

/** $8 and $9: the last row of the previous page, $10: rows before this page, $11: the last row that is read. */
function pageOf(input: Input): string {
  const [after, order] = input.decided ? ["<", "desc"] : [">", "asc"];
  return `${matching(input)} select m.*,
    case when m.kind = 'claim' then (select count(*) from ${FILES} f where f.claim_id = m.id)
      when m.kind = 'transfer' then (select count(*) from ${FILES} f where f.transfer_id = m.id)
      else 0 end::int as files,
    case when m.kind = 'claim' then (select count(*) from ${CLAIMS} o join ${CLAIMS} c on c.poi_id = o.poi_id
      where c.id = m.id and o.status = 'pending' and o.id <> m.id) else 0 end::int as rivals
    from matching m
    where $8::timestamptz is null or (m.at, m.id) ${after} ($8::timestamptz, $9::text)
    order by m.at ${order}, m.id ${order} offset $10::bigint limit $11::bigint`;
}

const COUNTS = `select
  (select count(*) from ${CLAIMS} where status = 'pending' and more_requested_at is null)::int as claims,
  (select count(*) from ${CLAIMS} where status = 'pending' and more_requested_at is not null)::int
    as "waitingForPartner",
  (select count(*) from ${REQUESTS} where status = 'pending')::int as requests,
  (select count(*) from ${CLAIMS} where status = 'pending' and queued_at < $1)::int
    + (select count(*) from ${REQUESTS} where status = 'pending' and submitted_at < $1)::int as late`;

interface Row extends Omit<Queued, "dueBy" | "moreRequested" | "decided" | "assignee"> {
  /** Of all that match. */
  readonly total: number;
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
export async function listQueue({ deps, principal }: ActionContext<StaffActor>, input: Input) {
  const { db, now } = deps;
  const skipped = rowsBefore(input);
  const from = input.cursor === undefined ? null : positionOf(input.cursor, "time");
  const cutoff = lateBefore(now());
  const { byId } = recorder(principal);
  const given = [cutoff, now(), rulesOf(deps).readings, byId, input.late ?? null, assigneeOf(input, byId)];
  const params = [...given, input.snoozed ?? null];
  const rows = await db.query<Row>(pageOf(input), [
    ...params,
    from?.value ?? null,
    from?.id ?? null,
    skipped,
    input.limit + 1, // one more tells whether there is a next page
  ]);
  const [counts] = await db.query<z.input<typeof queuePage>["counts"]>(COUNTS, [cutoff]);
  if (!counts) throw new Error("the count of the queue returned no row");
  const items = rows.slice(0, input.limit);
  const last = items.at(-1);
  const next = rows.length > input.limit && last ? cursorOf({ value: last.at, id: last.id }) : null;
  const total = last ? last.total : await totalOf(deps, input, params);
  return { items: items.map(queuedOf), total, next, counts };
}

/** How many match, for a page without rows: it may be past the end. */
async function totalOf({ db }: Pick<Deps, "db">, input: Input, params: readonly unknown[]): Promise<number> {
  const sql = `${matching(input)} select count(*)::int as total from matching`;
  const [row] = await db.query<{ readonly total: number }>(sql, params);
  return row?.total ?? 0;
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
