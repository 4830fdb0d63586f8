import { and, asc, gt, gte, inArray, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { SUPPLIER_CONFIRM } from "../../copy/en/emails.ts";
import { type ActionContext, actingAs, type Deps } from "../../core/rpc/context.ts";
import { internalCall } from "../../core/rpc/internal-call.ts";
import type { Tx } from "../../db/client.ts";
import { LINK_PAGES } from "../../shared/people/mails.ts";
import { addDays, dayIn, EARLIEST_ZONE, longDay } from "../../shared/places/days.ts";
import type { HalalStatus } from "../../shared/places/places.ts";
import { placePath } from "../../shared/places/slug.ts";
import { tierToday } from "../../shared/places/tier-today.ts";
import { timeZoneOf } from "../../shared/places/time-zone.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { issueLink, linkUrl, mailText, pageUrl, post } from "../mail/public.ts";
import { leadOf } from "../partners/public.ts";
import { currentPois, isOfPlace, lockPlace } from "../places/public.ts";
import { remindOf, remindOwners } from "./reminders/owner-mails.ts";
import { remindIssuers } from "./reminders/remind-issuers.ts";
import { placeSuppliers as t } from "./suppliers/table.ts";
import { computeTier } from "./tier/service.ts";

const PAGE = 200; // places

/**
 * Stores the tiers that ended without a new record, so that the sync sends them; reads compare with the day and need no
 * job. Returns how many have ended, and the mails to their owners.
 */
async function expireTiers(ctx: ActionContext) {
  skipAuditCheck(ctx); // each change has its own audit entry
  let [places, mails] = [0, 0];
  for await (const { id } of endedPlaces(ctx.deps)) {
    if (await expireTier(ctx, id)) mails += 1;
    places += 1;
  }
  return { places, mails };
}

/** The places whose stored tier has ended, in pages by id. */
async function* endedPlaces({ db, now }: Deps) {
  const over = addDays(dayIn(EARLIEST_ZONE, now()), -1);
  for (let after = ""; ; ) {
    const due = await db.orm
      .select()
      .from(currentPois)
      .where(
        and(isNotNull(currentPois.tierUntil), lte(currentPois.tierUntil, over), gt(currentPois.id, after)),
      )
      .orderBy(asc(currentPois.id))
      .limit(PAGE);
    yield* due.filter((place) => hasEnded(place, now()));
    after = due.at(-1)?.id ?? after;
    if (due.length < PAGE) return;
  }
}

/** The tiers of today of these places by id, for a dry run of the sync, which stores none. */
export async function endedTiers(deps: Deps): Promise<ReadonlyMap<string, HalalStatus>> {
  const tiers = new Map<string, HalalStatus>();
  for await (const place of endedPlaces(deps)) tiers.set(place.id, tierToday(place, deps.now()));
  return tiers;
}

/**
 * The same before a sync run, which sends the tiers of today, whenever the job ran last. Does nothing while the sweeps
 * catch up.
 */
export async function expireTiersBeforeSync(deps: Deps): Promise<void> {
  if (await deps.clock.isCatchingUp()) return;
  const principal = { kind: "schedule" } as const;
  const invocation = { action: "admin.evidence.expire", auditRecords: 0 };
  await expireTiers(actingAs({ deps, call: internalCall("schedule", principal), invocation }, principal));
}

/** A day does not end at the same time in every time zone. */
const hasEnded = (place: typeof currentPois.$inferSelect, now: Date): boolean =>
  place.tierUntil !== null && place.tierUntil < dayIn(timeZoneOf(place), now);

/** Returns whether a mail was written. */
const expireTier = (ctx: ActionContext, id: string): Promise<boolean> =>
  ctx.deps.db.transaction(async (tx) => {
    const before = await lockPlace(tx, id);
    if (!before || !hasEnded(before, ctx.deps.now())) return false; // it has a new tier
    const mailed = await remindOf(tx, ctx.deps, before); // in case nothing ran on the last day
    await computeTier(tx, ctx.deps, before);
    const after = await lockPlace(tx, id);
    const tierOf = (place: typeof before | null) => ({
      halalVerificationStatus: place?.halalVerificationStatus,
    });
    await record(tx, ctx, { subject: id, before: tierOf(before), after: tierOf(after) });
    return mailed;
  });

/**
 * The hourly job: stores the tiers that have ended and writes the mails that are due. Returns how many of each. While
 * the sweeps catch up it ends no tier, unless an operator says so: what is stored stays if the clock is set right.
 */
export async function expireAndRemind(ctx: ActionContext) {
  const { deps } = ctx;
  if (ctx.principal.kind === "schedule" && (await deps.clock.isCatchingUp())) {
    skipAuditCheck(ctx);
    return { success: true as const, places: 0, ownerMails: 0, issuerMails: 0 };
  }
  const { places, mails } = await expireTiers(ctx);
  const ownerMails = mails + (await remindOwners(deps)) + (await remindSuppliers(deps));
  return { success: true as const, places, ownerMails, issuerMails: await remindIssuers(deps) };
}

const ASKED_BEFORE = 14; // days before the last confirmed one (docs/limits.md)
const BATCH = 200; // places of a run; the next one takes the rest

/** Asks owners whether suppliers that lapse soon are still theirs, with a link that confirms them. Returns how many mails. */
async function remindSuppliers(deps: Deps): Promise<number> {
  const due = await deps.db.orm
    .selectDistinct({ id: currentPois.id })
    .from(t)
    .innerJoin(currentPois, isOfPlace(t.poiId, currentPois.id))
    .where(and(isDue(dayIn("UTC", deps.now())), isNotNull(currentPois.ownerId)))
    .orderBy(asc(currentPois.id))
    .limit(BATCH);
  let mails = 0;
  for (const { id } of due) if (await deps.db.transaction((tx) => remindOne(tx, deps, id))) mails += 1;
  return mails;
}

/** Confirmed for two more weeks at most, and not asked about since it was confirmed. */
const isDue = (today: string) =>
  and(
    gte(t.until, today),
    lte(t.until, addDays(today, ASKED_BEFORE)),
    or(isNull(t.askedAbout), ne(t.askedAbout, t.until)),
  );

async function remindOne(tx: Tx, deps: Deps, id: string): Promise<boolean> {
  const place = await lockPlace(tx, id);
  const person = place && (await leadOf(tx, place.ownerId));
  if (!place || !person) return false;
  const { email: to } = person;
  const today = dayIn(timeZoneOf(place), deps.now());
  const rows = await tx
    .select()
    .from(t)
    .where(and(isDue(today), isOfPlace(t.poiId, id)))
    .orderBy(asc(t.until), asc(t.name));
  const [first] = rows;
  if (!first) return false;
  const ids = rows.map((row) => row.id);
  await tx.update(t).set({ askedAbout: t.until }).where(inArray(t.id, ids));
  const data = { partnerId: person.partnerId, personId: person.id, suppliers: ids.join(",") };
  const link = await issueLink(tx, deps, { kind: "supplier-confirm", ownerId: id, email: to, data });
  if (!link) return false;
  await post(tx, deps, {
    to,
    kind: "supplier-confirm",
    subject: SUPPLIER_CONFIRM.subject(place.name),
    text: mailText(
      deps,
      SUPPLIER_CONFIRM.said(
        place.name,
        rows.map(({ name }) => name),
      ),
      SUPPLIER_CONFIRM.until(longDay(first.until)),
      SUPPLIER_CONFIRM.confirm(linkUrl(deps, LINK_PAGES.supplierConfirm, link.token)),
      SUPPLIER_CONFIRM.change(pageUrl(deps, "/partner?tab=pois")),
      SUPPLIER_CONFIRM.page(pageUrl(deps, placePath(place))),
    ),
    secrets: [link.token],
  });
  return true;
}
