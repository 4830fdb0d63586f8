import { and, asc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FileResponse } from "../../../core/files/file-response.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import type { Orm } from "../../../db/types.ts";
import { DomainError } from "../../../shared/errors.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { attachedFiles, downloadAttached } from "../../evidence/public.ts";
import { currentPartners } from "../../partners/public.ts";
import { currentPois } from "../../places/public.ts";
import { type ownPhoto, PHOTOS, type photoList, type reviewedPhoto } from "./schema.ts";
import { placePhotos as t } from "./table.ts";

export type PhotoRow = typeof t.$inferSelect;
type OwnPhoto = z.input<typeof ownPhoto>;

const IN_ORDER = [asc(t.position), asc(t.sentAt), asc(t.id)] as const;

export const noSuchPhoto = () => new DomainError("notFound", "There is no such photo");

export const asOwn = ({ id, fileId, alt, state, replaces, sentAt, notes }: PhotoRow): OwnPhoto => ({
  ...{ id, fileId, alt, state, replaces, sentAt, notes },
});

/** The photos that the caller sent of its own place, in order. Throws 404. */
export async function listOwn(
  { deps: { db }, principal }: ActionContext<PartnerPrincipal>,
  id: string,
): Promise<OwnPhoto[]> {
  const own = and(eq(currentPois.id, id), eq(currentPois.ownerId, principal.id));
  if ((await db.orm.$count(currentPois, own)) === 0) throw noPlace();
  return (await ownRows(db.orm, id, principal.id)).map(asOwn);
}

export const ownRows = (orm: Orm | Tx, poiId: string, partnerId: string): Promise<PhotoRow[]> =>
  orm
    .select()
    .from(t)
    .where(and(eq(t.poiId, poiId), eq(t.partnerId, partnerId)))
    .orderBy(...IN_ORDER);

/** Whether who sent a photo owns the place, which both are listed. */
const isOfOwner = and(eq(currentPois.id, t.poiId), eq(currentPois.ownerId, t.partnerId));

/** The public photos of a place: its address ends in the id. */
export const photosOfPlace = (orm: Orm, poiId: string) =>
  orm
    .select({ id: t.id, alt: t.alt })
    .from(t)
    .innerJoin(currentPois, isOfOwner)
    .where(and(eq(t.poiId, poiId), eq(t.state, "shown")))
    .orderBy(...IN_ORDER)
    .limit(PHOTOS.each);

/** The bytes of a public photo of a place. Throws 404. */
export async function photoFile(deps: Deps, poiId: string, id: string): Promise<FileResponse> {
  const [row] = await deps.db.orm
    .select({ fileId: t.fileId })
    .from(t)
    .innerJoin(currentPois, isOfOwner)
    .where(and(eq(t.id, id), eq(t.poiId, poiId), eq(t.state, "shown")));
  if (!row) throw noSuchPhoto();
  return (await downloadAttached(deps, row.fileId, true)).file;
}

/** Those that wait for staff: of a partner who still owns the place. */
export const waitsForStaff = and(
  eq(t.state, "waiting"),
  isNotNull(t.partnerId),
  sql`exists (select from ${currentPois} where ${currentPois.id} = ${t.poiId} and ${currentPois.ownerId} = ${t.partnerId})`,
);

const LISTED_MAX = 200; // photos

/** The photos that wait for staff, oldest first, or those of one place that wait or are shown, in order. */
export async function listForStaff(
  { deps: { db } }: ActionContext<StaffActor>,
  { place }: z.output<typeof photoList>,
): Promise<z.input<typeof reviewedPhoto>[]> {
  const which: SQL | undefined =
    place === undefined ? waitsForStaff : and(eq(t.poiId, place), sql`${t.state} <> 'declined'`);
  const rows = await db.orm
    .select({
      row: t,
      placeName: currentPois.name,
      city: currentPois.city,
      region: currentPois.state,
      partnerName: currentPartners.businessName,
    })
    .from(t)
    .innerJoin(currentPois, isOfOwner)
    .innerJoin(currentPartners, eq(currentPartners.id, t.partnerId))
    .where(which)
    .orderBy(...(place === undefined ? [asc(t.sentAt), asc(t.id)] : IN_ORDER))
    .limit(LISTED_MAX);
  const files = await attachedFiles(
    db.orm,
    rows.map(({ row }) => row.fileId),
  );
  return rows.map(({ row, ...named }) => {
    const { name, contentType } = files.get(row.fileId) ?? {};
    const file = name === undefined || contentType === undefined ? null : { name, contentType };
    return { ...asOwn(row), ...named, poiId: row.poiId, file };
  });
}
