import { and, count, eq, gt, max, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { STILL_OPEN } from "../../../copy/en/places.ts";
import { networksOf } from "../../../core/limits/client-networks.ts";
import type { ActionContext, PartnerPrincipal, Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { dayIn } from "../../../shared/places/days.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { lockOwnAccount } from "../../partners/public.ts";
import { canonicalPlaceOf, type currentPois, isOfPlace, lockPlace } from "../../places/public.ts";
import { fileReport, networkKey, newReport } from "../reports/service.ts";
import { placeReports } from "../reports/table.ts";
import { networkOf, recordWithoutAddress } from "../visitors.ts";
import type { AnswerInput, AnswerSource, answerOutput } from "./schema.ts";
import { placeOpenAnswers as t } from "./table.ts";

// docs/limits.md
const TAPS_THAT_ASK = 3;
const TAPS_COUNT = days(30);

/** Where all words that a place has closed come from: no network has this name. */
export const STILL_OPEN_NETWORK = "still open";

type Place = typeof currentPois.$inferSelect;
type Answered = z.output<typeof answerOutput>;

interface Answerer {
  readonly source: AnswerSource;
  /** Distinguishes people within a day. */
  readonly person: string;
}

/**
 * A visitor's tap: the newest answer of a person and day counts. Three that say closed within 30 days open a case for
 * staff. It changes no fact. Throws 404, and 429 for a network that answers, or a place that is asked about, too often.
 */
export async function answerAsVisitor(ctx: ActionContext<Visitor>, input: AnswerInput): Promise<Answered> {
  const { deps, call } = ctx;
  const id = (await canonicalPlaceOf(deps.db.orm, input.id)) ?? input.id;
  for (const subject of [networkOf(call.address), id]) await deps.rateLimiter.take("stillOpen", subject);
  const [own, of56 = own] = networksOf(call.address); // one customer has a whole /56
  const person = of56?.name ?? "none";
  return deps.db.transaction((tx) => answer(tx, ctx, { ...input, id }, { source: "visitor", person }));
}

/** An owner's or a staff member's own word; that it has closed opens a case for staff at once. Throws 404. */
export const answerAsOwner = (ctx: ActionContext<PartnerPrincipal>, input: AnswerInput): Promise<Answered> =>
  ctx.deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    return answer(tx, ctx, input, { source: "owner", person: ctx.principal.id }, ctx.principal.id);
  });

export const answerAsStaff = (ctx: ActionContext<StaffActor>, input: AnswerInput): Promise<Answered> =>
  ctx.deps.db.transaction((tx) =>
    answer(tx, ctx, input, {
      source: "staff",
      person: ctx.principal.kind === "staff" ? ctx.principal.id : "operator",
    }),
  );

async function answer(
  tx: Tx,
  ctx: ActionContext,
  { id, answer }: AnswerInput,
  { source, person }: Answerer,
  ownerId?: string,
): Promise<Answered> {
  const { deps } = ctx;
  const at = deps.now();
  const place = await lockPlace(tx, id);
  if (!place || (ownerId !== undefined && place.ownerId !== ownerId)) throw noPlace();
  const hash = deps.encryption.keyedHash("still-open", `${id} ${dayIn("UTC", at)} ${source} ${person}`);
  const [counted] = await tx
    .insert(t)
    .values({ poiId: id, answer, source, person: hash, at })
    .onConflictDoUpdate({ target: t.person, set: { answer, at }, setWhere: ne(t.answer, answer) })
    .returning({ id: t.id });
  const caseId = counted && answer === "closed" ? await ask(tx, ctx, place, source) : null;
  const after = { stillOpen: answer, ...(caseId !== null && { reportId: caseId }) };
  if (!counted) skipAuditCheck(ctx);
  else if (source === "visitor") await recordWithoutAddress(tx, ctx, id, after);
  else await record(tx, ctx, { subject: id, after });
  const { open, closed } = STILL_OPEN.thanks;
  return { success: true as const, message: answer === "open" ? open : closed[source] };
}

/** Opens a case for staff, as a report does, or adds to the open one. Null if too few visitors said closed. */
async function ask(
  tx: Tx,
  { deps }: ActionContext,
  place: Place,
  source: AnswerSource,
): Promise<string | null> {
  const { id } = place;
  const network = networkKey(deps, id, STILL_OPEN_NETWORK);
  if (source === "visitor" && (await tapsSinceAsked(tx, deps.now(), id, network)) < TAPS_THAT_ASK)
    return null;
  const text = STILL_OPEN.asked[source];
  const row = newReport(deps, { id, kind: "closed", text, email: "" }, network);
  // an owner who says so need not be asked for a reply
  const asked = source === "owner" ? { ...place, ownerId: null } : place;
  return (await fileReport(tx, deps, asked, row)).id;
}

/** How many visitors said closed since staff were last asked, or the owner or staff said open. */
async function tapsSinceAsked(tx: Tx, now: Date, id: string, network: string): Promise<number> {
  const [reported] = await tx
    .select({ at: max(placeReports.createdAt) })
    .from(placeReports)
    .where(and(eq(placeReports.poiId, id), eq(placeReports.network, network)));
  const [said] = await tx
    .select({ at: max(t.at) })
    .from(t)
    .where(and(isOfPlace(t.poiId, id), ne(t.source, "visitor"), eq(t.answer, "open")));
  const since = Math.max(now.getTime() - TAPS_COUNT, reported?.at?.getTime() ?? 0, said?.at?.getTime() ?? 0);
  const [taps] = await tx
    .select({ closed: count() })
    .from(t)
    .where(
      and(
        isOfPlace(t.poiId, id),
        sql`${t.source} = 'visitor' and ${t.answer} = 'closed'`,
        gt(t.at, new Date(since)),
      ),
    );
  return taps?.closed ?? 0;
}
