import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { FRAME } from "../../../copy/en/emails.ts";
import { RENEWAL_DECLINED } from "../../../copy/en/partner-emails.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/errors.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { dayIn } from "../../../shared/places/days.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { record } from "../../audit/public.ts";
import { mailText, pageUrl, post } from "../../mail/public.ts";
import { addressOf, lockConfirmedAccount } from "../../partners/public.ts";
import { lockPlace } from "../../places/public.ts";
import { appendRecord, auditFields } from "../append.ts";
import { renewalPath } from "../reminders/owner-mails.ts";
import { recordOf } from "../tier/rows.ts";
import { recordsOf, rulesOf } from "../tier/service.ts";
import { attachTo } from "../uploads/service.ts";
import { renewalDue } from "./queries.ts";
import type { declineInput, sendInput, sendOutput } from "./schema.ts";
import { renewals as t } from "./table.ts";

type SendInput = z.output<typeof sendInput>;
type Place = NonNullable<Awaited<ReturnType<typeof lockPlace>>>;

/**
 * The owner confirms what is served, which renews the tier at once, or sends a new certificate, which staff record.
 * Throws 404 for another's place, 400 for a masjid or a missing file, and 409 if there is nothing to confirm or a
 * certificate waits already.
 */
export function send(
  ctx: ActionContext<PartnerPrincipal>,
  input: SendInput,
): Promise<z.input<typeof sendOutput>> {
  return ctx.deps.db.transaction(async (tx) => {
    await lockConfirmedAccount(tx, ctx);
    const place = await lockPlace(tx, input.id);
    if (place?.ownerId !== ctx.principal.id) throw noPlace();
    if (place.category === "mosque") throw new DomainError("invalid", "A masjid has no halal tier");
    const state = await (input.kind === "declaration"
      ? declareAgain(tx, ctx, place, input)
      : sendCertificate(tx, ctx, place, input));
    const after = await lockPlace(tx, place.id);
    const { halalVerificationStatus: tier, tierUntil: until } = after ?? place;
    return { state, tier, until };
  });
}

async function declareAgain(
  tx: Tx,
  ctx: ActionContext<PartnerPrincipal>,
  place: Place,
  { meatFree = false, noAlcohol = false, noPork = false }: SendInput,
) {
  const { deps, principal } = ctx;
  const timeZone = timeZoneOf(place);
  const records = (await recordsOf(tx, place.id)).map((row) => recordOf(row, timeZone));
  const due = renewalDue(records, dayIn(timeZone, deps.now()), rulesOf(deps));
  // otherwise two declarations in a minute would make a place friendly that no one has checked
  if (due?.basis !== "declaration") throw nothingToConfirm();
  const by = { source: "owner", byId: principal.id } as const;
  const values = { kind: "declaration", meatFree, noAlcohol, noPork, ...by } as const;
  const row = await appendRecord(tx, deps, place, values);
  await record(tx, ctx, { subject: place.id, after: auditFields(row) });
  return "renewed" as const;
}

async function sendCertificate(
  tx: Tx,
  ctx: ActionContext<PartnerPrincipal>,
  place: Place,
  { fileId, issuer, number, validUntil }: SendInput,
) {
  const { deps, principal } = ctx;
  const id = randomId();
  await closeOfFormerOwner(tx, deps, place.id, principal.id);
  const typed = { issuer, number, validUntil: validUntil ?? null };
  await tx
    .insert(t)
    .values({ id, poiId: place.id, partnerId: principal.id, fileId, ...typed, sentAt: deps.now() })
    .catch(refuseSecond);
  await attachTo(tx, principal.id, { renewalId: id }, [fileId], { field: "fileId" });
  await record(tx, ctx, { subject: place.id, after: { renewal: id, fileId } });
  return "waiting" as const;
}

/** Declines a certificate, which the owner is told with the reason. Throws 404, and 409 if it does not wait any more. */
export function decline(
  ctx: ActionContext<StaffActor>,
  { id, notes }: z.output<typeof declineInput>,
): Promise<{ success: true }> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const [seen] = await tx.select({ poiId: t.poiId }).from(t).where(eq(t.id, id));
    const place = seen ? await lockPlace(tx, seen.poiId) : null;
    if (!place) throw new DomainError("notFound", "This renewal does not exist");
    const closed = await closeRenewal(tx, deps, eq(t.id, id), { state: "declined", notes });
    if (!closed) throw new DomainError("conflict", "This certificate is no longer waiting");
    await postDeclined(tx, deps, place, closed.partnerId, notes);
    await record(tx, ctx, { subject: place.id, after: { renewal: id, state: "declined" } });
    return { success: true };
  });
}

function refuseSecond(error: unknown): never {
  if (violatedConstraint(error) !== "renewals_one_waiting") throw error;
  throw new DomainError("conflict", "A certificate of this place is with us already. We are reading it.");
}

const nothingToConfirm = () =>
  new DomainError(
    "conflict",
    "There is nothing to confirm now. We write to you 30 days before the end of the year.",
  );

/** Mails a partner why a certificate was declined. Does nothing if there is none, or the account was deleted. */
export async function postDeclined(
  tx: Tx,
  deps: Deps,
  place: { readonly id: string; readonly name: string },
  partnerId: string | null,
  notes: string,
): Promise<void> {
  const to = await addressOf(tx, partnerId);
  if (to === null) return;
  await post(tx, deps, {
    to,
    kind: "renewal-declined",
    subject: RENEWAL_DECLINED.subject(place.name),
    text: mailText(
      deps,
      ...RENEWAL_DECLINED.text(place.name, notes, pageUrl(deps, renewalPath(place.id))),
      FRAME.questions(deps.settings.brand.contactEmail),
    ),
  });
}

type Closing = Pick<typeof t.$inferInsert, "state" | "notes">;

/** Closes a waiting renewal. Returns null if none matches. The caller has locked the place. */
async function closeRenewal(tx: Tx, { now }: Pick<Deps, "now">, which: SQL, closing: Closing) {
  const [row] = await tx
    .update(t)
    .set({ ...closing, decidedAt: now() })
    .where(and(which, eq(t.state, "waiting")))
    .returning();
  return row ?? null;
}

/**
 * Staff record a certificate from this file. Throws 409 if it is of a renewal that someone else has declined, or has
 * recorded without withdrawing it since.
 */
export async function closeRecorded(
  tx: Tx,
  deps: Pick<Deps, "now">,
  poiId: string,
  fileId: string,
): Promise<void> {
  const ofFile = and(eq(t.poiId, poiId), eq(t.fileId, fileId));
  if (!ofFile || (await closeRenewal(tx, deps, ofFile, { state: "recorded" }))) return;
  const [closed] = await tx.select({ state: t.state }).from(t).where(ofFile).orderBy(desc(t.sentAt)).limit(1);
  if (closed?.state === "declined") throw new DomainError("conflict", DECLINED);
  if (closed && (await isRecorded(tx, fileId))) throw new DomainError("conflict", RECORDED);
}

const DECLINED =
  "Someone else has declined this certificate, and its owner was told why. The owner can send it again.";
const RECORDED = "Someone else has already recorded this certificate. Please look at that record.";

async function isRecorded(tx: Tx, fileId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from evidence_records r where r.file_id = ${fileId} and r.kind = 'certificate'
      and not exists (select from evidence_records w where w.about_id = r.id and w.kind = 'revocation') limit 1`);
  return rows.length > 0;
}

/** A certificate that an earlier owner left behind, whose account may be deleted, does not keep the owner from sending one. */
async function closeOfFormerOwner(
  tx: Tx,
  deps: Pick<Deps, "now">,
  poiId: string,
  ownerId: string,
): Promise<void> {
  const which = and(eq(t.poiId, poiId), sql`${t.partnerId} is distinct from ${ownerId}`);
  const notes = "The place has another owner now.";
  if (which) await closeRenewal(tx, deps, which, { state: "declined", notes });
}
