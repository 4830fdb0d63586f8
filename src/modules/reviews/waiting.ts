import { getTableName, getViewName, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { dueBy, lateBefore } from "../../shared/reviews/business-days.ts";
import { CASE_KINDS, type CaseKind, type WaitingCases } from "../../shared/reviews/reviews.ts";
import { placeReports, placeSuggestions } from "../directory/public.ts";
import { certificateProgress, evidenceRecords, renewals, rulesOf } from "../evidence/public.ts";
import { placePhotos, placeProposals, placeTransfers, poiClaims, poiRequests } from "../ownership/public.ts";
import { currentPartners } from "../partners/public.ts";
import { currentPois, intakes, placeMatches } from "../places/public.ts";
import { caseAssignments } from "./table.ts";

export const CLAIMS = getTableName(poiClaims);
const REQUESTS = getTableName(poiRequests);
const RECORDS = getTableName(evidenceRecords);
export const ASSIGNMENTS = getTableName(caseAssignments);
const POIS = getViewName(currentPois);
const PARTNERS = getViewName(currentPartners);

/** Cases of one kind that wait, or that are decided. */
export interface Part {
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

export const NOW = "(select now from parameters)";
const CUTOFF = "(select cutoff from parameters)";
const PLACE = `left join ${POIS} p on p.id = c.poi_id`;
const LISTED = `join ${POIS} p on p.id = c.poi_id`;
const PARTNER = `left join ${PARTNERS} w on w.id = c.partner_id`;
const DECIDED: Part = {
  where: "c.status <> 'pending' and c.reviewed_at is not null",
  at: "c.reviewed_at",
  status: "c.status",
  by: "c.reviewed_by",
};
export const SOURCES: Readonly<Record<CaseKind, Source>> = {
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
      where: `g.alike < 2 and not g.withdrawn and g.alike < (select readings from parameters)
        and c.by_id is distinct from (select reader from parameters) and not exists (select
          from ${RECORDS} o where o.about_id = c.id and o.kind = 'reading'
            and o.by_id = (select reader from parameters))`,
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
  photo: {
    from: `${getTableName(placePhotos)} c ${LISTED} join ${PARTNERS} w on w.id = c.partner_id`,
    name: "p.name",
    partner: "w.business_name",
    sentAt: "c.sent_at",
    waiting: { where: "c.state = 'waiting' and p.owner_id = c.partner_id", at: "c.sent_at" },
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
  match: {
    from: `${getTableName(placeMatches)} c ${LISTED} left join ${getTableName(intakes)} i on i.id = c.intake_id
      left join ${POIS} n on n.id = c.created_id`,
    name: "c.row->>'name'",
    sentAt: "c.created_at",
    waiting: {
      where: "c.status = 'pending' and (i.state = 'applied' or n.id is not null)",
      at: "c.created_at",
    },
    decided: { ...DECIDED, where: `${DECIDED.where} and (i.state = 'applied' or c.intake_id is null)` },
  },
};

/** $1: what came before is late, $2: now, $3: how many readings a certificate needs, $4: who reads. */
export const PARAMETERS = `parameters as (select $1::timestamptz as cutoff, $2::timestamptz as now, $3::int as readings, $4::text as reader)`;

export const lateOf = ({ at, late = `${at} < ${CUTOFF}`, status }: Part): string =>
  status === undefined ? late : "false";

/** The keys of all cases of these kinds that wait, of certificates for whichever reader. */
function waitingKeys(deps: Pick<Deps, "now" | "settings">, kinds: readonly CaseKind[]): SQL {
  const selects = kinds.map((kind) => {
    const { from, waiting } = SOURCES[kind];
    return `select '${kind}:' || c.id from ${from} where ${waiting.where}`;
  });
  return sql`with parameters as (select ${lateBefore(deps.now())}::timestamptz as cutoff, ${deps.now()}::timestamptz as now,
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

/** How many cases of each kind staff can act on. $5: those that are snoozed, too. */
const WAITING = `with ${PARAMETERS}, cases as (${CASE_KINDS.map((kind) => {
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
