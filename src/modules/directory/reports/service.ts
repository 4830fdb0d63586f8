import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import { randomId } from "../../../shared/id.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { businessDaysAfter, REVIEW_DAYS } from "../../../shared/reviews/business-days.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import { deleteFile, storePhoto } from "../../evidence/public.ts";
import { canonicalPlaceOf, lockPlace } from "../../places/public.ts";
import { networkOf, recordWithoutAddress } from "../visitors.ts";
import { postOpened, type ReportedPlace } from "./mails.ts";
import { isCase } from "./queries.ts";
import type { SubmitInput } from "./schema.ts";
import { placeReports as t } from "./table.ts";
import type { ReportRow } from "./views.ts";

// docs/decisions/025-public-reports.md and docs/limits.md
/** Business days for the owner's reply. */
export const REPLY_DAYS = 5;
const OPEN_CASES_MAX = 25; // of one place, whatever the network
const MERGED_STORED_MAX = 20; // reports of a case; the others are only counted

const MESSAGE =
  "Thank you. We look into every report, and the owner of the place may reply before we decide.";

/**
 * A visitor's report about a place. It opens a case, or is counted in the open case of the same place and network. With a
 * filled honeypot it gets the same response and is quarantined, without its photo. It changes nothing about the place. A report about a merged place
 * is about the one that stayed. Throws 404, and 429 for a network that reports too much.
 */
export async function submit(ctx: ActionContext<Visitor>, input: SubmitInput) {
  const { deps, call } = ctx;
  const network = networkOf(call.address);
  await deps.rateLimiter.take("reports", network);
  const isHeld = input.hp_note !== "";
  const photo = input.photo && !isHeld ? await storeOf(deps, network, input.photo) : null;
  let isKept = false;
  try {
    const taken = await deps.db.transaction((tx) => take(tx, ctx, { input, network, photo }));
    isKept = taken.stored;
    // The report's own id: an answer must not tell whether someone else of the network reported before.
    return { success: true as const, id: taken.id, message: MESSAGE };
  } finally {
    // strangers could fill the disk until the next sweep with photos that belong to no report
    if (photo && !isKept) await deleteFile(deps, photo.id);
  }
}

interface Sent {
  readonly input: SubmitInput;
  readonly network: string;
  readonly photo: Awaited<ReturnType<typeof storePhoto>> | null;
}

/** Returns the report's own id, and whether it is stored: else it is only counted. */
async function take(tx: Tx, ctx: ActionContext<Visitor>, { input, network, photo }: Sent) {
  const { deps } = ctx;
  const place = await lockPlace(tx, (await canonicalPlaceOf(tx, input.id)) ?? input.id);
  if (!place) throw noPlace();
  const row = newReport(deps, { ...input, id: place.id }, networkKey(deps, place.id, network));
  const isHeld = input.hp_note !== "";
  const { id, after, stored } = isHeld ? await hold(tx, row) : await fileReport(tx, deps, place, row);
  if (stored) await photo?.attach(tx, row.id);
  if (after === null) skipAuditCheck(ctx);
  else await recordWithoutAddress(tx, ctx, id, { poiId: place.id, kind: row.kind, ...after });
  return { id: row.id, stored };
}

/** Throws 415 and 503 about the field. */
async function storeOf(deps: Deps, network: string, photo: NonNullable<SubmitInput["photo"]>) {
  await deps.rateLimiter.take("photos", network);
  return storePhoto(deps, photo);
}

type NewReport = typeof t.$inferInsert & { readonly id: string; readonly network: string };

export function newReport(
  { now }: Deps,
  { id: poiId, kind, text, email }: Pick<SubmitInput, "id" | "kind" | "text" | "email">,
  network: string,
): NewReport {
  const at = now();
  const address = email === "" ? null : { email, emailKey: emailKey(email) };
  return { id: randomId(), poiId, network, kind, text, ...address, createdAt: at, updatedAt: at, dueAt: at };
}

/** Where a report went, and what the audit log keeps of it; null if nothing has changed. */
interface Filed {
  /** The id of the case. */
  readonly id: string;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** False for one that is only counted. */
  readonly stored: boolean;
}

async function hold(tx: Tx, row: NewReport): Promise<Filed> {
  await tx.insert(t).values({ ...row, quarantined: true });
  return { id: row.id, after: { quarantined: true }, stored: true };
}

/** Opens a case or adds to one. The caller has locked the place and records the audit entry. */
export async function fileReport(tx: Tx, deps: Deps, place: ReportedPlace, row: NewReport): Promise<Filed> {
  const open = await openCaseFor(tx, row);
  if (open === null) return { id: row.id, after: await openCase(tx, deps, place, row), stored: true };
  const merged = await merge(tx, open, row);
  if (merged === null) return { id: open.id, after: null, stored: false };
  return { id: open.id, after: { reports: merged.reports }, stored: merged.stored };
}

/** The open case of the report's network; the newest of any network if the place has too many. */
async function openCaseFor(tx: Tx, { poiId, network }: NewReport): Promise<ReportRow | null> {
  const ofPlace = and(eq(t.poiId, poiId), isCase, isNull(t.closedAt));
  const [own] = await tx
    .select()
    .from(t)
    .where(and(ofPlace, eq(t.network, network)));
  if (own) return own;
  const newest = await tx
    .select()
    .from(t)
    .where(ofPlace)
    .orderBy(desc(t.createdAt), desc(t.id))
    .limit(OPEN_CASES_MAX);
  return newest.length < OPEN_CASES_MAX ? null : (newest[0] ?? null);
}

async function openCase(tx: Tx, deps: Deps, place: ReportedPlace, row: NewReport) {
  const at = deps.now();
  const replyBy = place.ownerId === null ? null : businessDaysAfter(at, REPLY_DAYS);
  const dueAt = businessDaysAfter(replyBy ?? at, REVIEW_DAYS.to);
  await tx.insert(t).values({ ...row, replyBy, dueAt });
  if (replyBy !== null) await postOpened(tx, deps, place, { replyBy, askedBy: row.askedBy ?? null });
  return { replyBy };
}

/** Counts a report in a case and keeps what it says, up to a limit. Null for one that the case has already. */
async function merge(tx: Tx, open: ReportRow, row: NewReport) {
  const known = await tx
    .select({ kind: t.kind, text: t.text })
    .from(t)
    .where(eq(t.mergedInto, open.id))
    .orderBy(asc(t.createdAt))
    .limit(MERGED_STORED_MAX);
  if ([open, ...known].some(({ kind, text }) => kind === row.kind && text === row.text)) return null;
  const stored = known.length < MERGED_STORED_MAX;
  if (stored) await tx.insert(t).values({ ...row, mergedInto: open.id });
  const reports = open.reports + 1;
  await tx.update(t).set({ reports }).where(eq(t.id, open.id));
  return { reports, stored };
}

/** Names a network on one place without its address, so that reports about two places cannot be linked. */
export const networkKey = ({ encryption }: Deps, poiId: string, network: string): string =>
  encryption.keyedHash("report-network", `${poiId} ${network}`);
