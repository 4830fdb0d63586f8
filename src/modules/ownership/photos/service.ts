import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { FRAME } from "../../../copy/en/emails.ts";
import { PHOTO_DECLINED } from "../../../copy/en/partner-emails.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { record } from "../../audit/public.ts";
import { attachPhoto, deleteFile, detachPhotos } from "../../evidence/public.ts";
import { mailText, pageUrl, post } from "../../mail/public.ts";
import { addressOf, lockConfirmedAccount, lockOwnAccount } from "../../partners/public.ts";
import { currentPois, lockPlace } from "../../places/public.ts";
import { asOwn, noSuchPhoto, ownRows, type PhotoRow } from "./queries.ts";
import {
  type addInput,
  type decidePhotoInput,
  type orderInput,
  type ownPhoto,
  PHOTOS,
  type removeInput,
} from "./schema.ts";
import { placePhotos as t } from "./table.ts";

type Ctx = ActionContext<PartnerPrincipal>;
type OwnPhoto = z.input<typeof ownPhoto>;

/**
 * Sends a photo of the caller's own place, which waits for staff. Throws 404 for another's place, 400 for a file that is no
 * photo, is too large or is not the caller's, and 409 if there are three already.
 */
export function add(
  ctx: Ctx,
  { id: poiId, fileId, alt, replaces: old }: z.output<typeof addInput>,
): Promise<OwnPhoto> {
  const { deps, principal } = ctx;
  const replaces = old ?? null;
  return deps.db.transaction(async (tx) => {
    await lockConfirmedAccount(tx, ctx);
    await lockOwnPlace(tx, ctx, poiId);
    const others = (await ownRows(tx, poiId, principal.id)).filter(({ state }) => state !== "declined");
    refuseTooMany(others, replaces);
    const id = randomId();
    const at = deps.now();
    const position = 1 + Math.max(0, ...others.map((each) => each.position));
    const values = { id, poiId, partnerId: principal.id, fileId, alt, replaces, position };
    const [row] = await tx
      .insert(t)
      .values({ ...values, sentAt: at, changedAt: at })
      .onConflictDoNothing() // the file is a photo already, which `attachPhoto` refuses
      .returning();
    await attachPhoto(tx, principal.id, id, fileId, PHOTOS.bytes);
    if (!row) throw new Error("insert into place_photos returned no row");
    await record(tx, ctx, { subject: poiId, after: { photo: id, replaces } });
    return asOwn(row);
  });
}

/** A photo that takes the place of another one does not count, and each is replaced by one at most. */
function refuseTooMany(others: readonly PhotoRow[], replaces: string | null): void {
  if (replaces === null) {
    if (others.filter((each) => each.replaces === null).length < PHOTOS.each) return;
    throw new DomainError("conflict", `A place has ${PHOTOS.each} photos at most. Please remove one first.`);
  }
  if (!others.some(({ id, state }) => id === replaces && state === "shown")) throw noSuchPhoto();
  if (others.some((each) => each.replaces === replaces))
    throw new DomainError("conflict", "A new photo for this one waits for our team already");
}

/** Puts the photos of the caller's own place in order. Throws 404, and 400 unless all of them are named once. */
export function reorder(ctx: Ctx, { id: poiId, photos }: z.output<typeof orderInput>): Promise<OwnPhoto[]> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    await lockOwnPlace(tx, ctx, poiId);
    const rows = await ownRows(tx, poiId, principal.id);
    const isAll = new Set(photos).size === rows.length && rows.every(({ id }) => photos.includes(id));
    if (!isAll || photos.length !== rows.length) {
      const sentence = "Name every photo of the place once";
      throw new DomainError("invalid", sentence, { fields: { photos: sentence } });
    }
    for (const [index, id] of photos.entries())
      await tx
        .update(t)
        .set({ position: index + 1, changedAt: deps.now() })
        .where(eq(t.id, id));
    await record(tx, ctx, { subject: poiId, after: { photos } });
    return (await ownRows(tx, poiId, principal.id)).map(asOwn);
  });
}

/** Deletes a photo of the caller's own place and its file. Throws 404. */
export async function remove(ctx: Ctx, { id: poiId, photo }: z.output<typeof removeInput>) {
  const { deps, principal } = ctx;
  const files = await deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    await lockOwnPlace(tx, ctx, poiId);
    const own = (await ownRows(tx, poiId, principal.id)).find(({ id }) => id === photo);
    if (!own) throw noSuchPhoto();
    await record(tx, ctx, { subject: poiId, before: { photo, state: own.state } });
    return deletePhotos(tx, deps, [photo]);
  });
  for (const id of files) await deleteFile(deps, id);
  return { success: true as const };
}

/**
 * Staff show a photo that waits, or decline one that waits or is shown, which the owner is told with the reason. Throws 404,
 * and 409 if someone else has decided it or its sender does not own the place any more.
 */
export async function decide(
  ctx: ActionContext<StaffActor>,
  { id, decision, notes }: z.output<typeof decidePhotoInput>,
) {
  const { deps } = ctx;
  const files = await deps.db.transaction(async (tx) => {
    const [seen] = await tx.select({ poiId: t.poiId }).from(t).where(eq(t.id, id));
    const place = seen ? await lockPlace(tx, seen.poiId) : null;
    if (!place) throw noSuchPhoto();
    const [photo] = await tx.select().from(t).where(eq(t.id, id)).for("update");
    if (!photo) throw noSuchPhoto();
    refuseDecided(photo, decision, place.ownerId);
    const state = decision === "approved" ? "shown" : "declined";
    const old = state === "shown" ? await replaced(tx, photo) : null;
    const position = old?.position ?? photo.position;
    await tx
      .update(t)
      .set({ state, notes, position, replaces: null, changedAt: deps.now() })
      .where(eq(t.id, id));
    if (state === "declined") await postDeclined(tx, deps, place, photo.partnerId, notes);
    await record(tx, ctx, {
      subject: place.id,
      before: { photo: id, state: photo.state },
      after: { photo: id, state },
    });
    return old === null ? [] : deletePhotos(tx, deps, [old.id]);
  });
  for (const file of files) await deleteFile(deps, file);
  return { success: true as const };
}

function refuseDecided({ state, partnerId }: PhotoRow, decision: string, ownerId: string | null): void {
  const isOpen = state === "waiting" || (state === "shown" && decision === "declined");
  if (!isOpen) throw new DomainError("conflict", "Someone else has decided about this photo already");
  if (partnerId === null || partnerId !== ownerId)
    throw new DomainError("conflict", "The business that sent it no longer owns the place");
}

/** The photo that another one replaces; null if it is gone. */
async function replaced(tx: Tx, { replaces, poiId }: PhotoRow): Promise<PhotoRow | null> {
  if (replaces === null) return null;
  const [old] = await tx
    .select()
    .from(t)
    .where(and(eq(t.id, replaces), eq(t.poiId, poiId)));
  return old ?? null;
}

/** Deletes rows. Returns the ids of their files, for `deleteFile` after the commit; else the sweep deletes them. */
async function deletePhotos(tx: Tx, deps: Deps, ids: readonly string[]): Promise<readonly string[]> {
  await tx.delete(t).where(inArray(t.id, [...ids]));
  return detachPhotos(tx, deps, "photoId", ids);
}

async function lockOwnPlace(tx: Tx, { principal }: Ctx, id: string): Promise<void> {
  const place = await lockPlace(tx, id);
  if (place?.ownerId !== principal.id) throw noPlace();
}

async function postDeclined(
  tx: Tx,
  deps: Deps,
  { name }: { readonly name: string },
  partnerId: string | null,
  notes: string,
): Promise<void> {
  const to = await addressOf(tx, partnerId);
  if (to === null) return;
  await post(tx, deps, {
    to,
    kind: "photo-declined",
    subject: PHOTO_DECLINED.subject(name),
    text: mailText(
      deps,
      ...PHOTO_DECLINED.text(name, notes, pageUrl(deps, "/partner?tab=pois")),
      FRAME.questions(deps.settings.brand.contactEmail),
    ),
  });
}

// docs/security.md UPL-06
const RETAINED = days(30);

/**
 * The hourly sweep. Deletes photos that were declined, or whose sender has not owned the place, for 30 days, and those whose
 * file an erasure has deleted. Their files go with the next part of the sweep.
 */
export async function deleteOldPhotos({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - RETAINED);
  const isOwned = sql`exists (select from ${currentPois}
    where ${currentPois.id} = ${t.poiId} and ${currentPois.ownerId} = ${t.partnerId})`;
  await db.transaction(async (tx) => {
    await tx
      .update(t)
      .set({ leftAt: null })
      .where(and(isNotNull(t.leftAt), isOwned));
    await tx
      .update(t)
      .set({ leftAt: now() })
      .where(and(isNull(t.leftAt), sql`not ${isOwned}`));
    await tx.delete(t).where(lt(t.leftAt, end));
    await tx.delete(t).where(and(eq(t.state, "declined"), lt(t.changedAt, end)));
  });
}
