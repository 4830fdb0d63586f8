import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import { readPage, type Sorting } from "../../../db/query/paging.ts";
import { DomainError } from "../../../shared/errors.ts";
import { dayIn } from "../../../shared/places/days.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import {
  certificateProgress,
  issuerPages,
  type RecordRow,
  recordOf,
  recordsOfEach,
  rulesOf,
  tierOn,
} from "../../evidence/public.ts";
import { currentPois, mergedPlaces } from "../../places/public.ts";
import type { issuerPageInput, PublicIssuer } from "./schema.ts";

type Issuer = Awaited<ReturnType<typeof issuerPages>>[number];
type PlaceRow = typeof currentPois.$inferSelect;

const PLACES_SHOWN = 50; // on a page
const ANSWER_BYTES = 50_000;

const BY_NAME: Sorting<PlaceRow> = {
  column: currentPois.name,
  kind: "text",
  descending: false,
  of: ({ name }) => name,
};

/**
 * A certifying body for everyone, with the places that its certificates verify today. Made once for all visitors until a
 * place changes, for a minute at most. Throws 404.
 */
export async function showIssuer(
  { deps }: ActionContext<Visitor>,
  { slug, ...paging }: z.output<typeof issuerPageInput>,
): Promise<PublicIssuer> {
  const issuer = (await issuerPages(deps.db.orm)).find((each) => each.slug === slug || each.id === slug);
  if (!issuer) throw new DomainError("notFound", "This issuer does not exist");
  const version = `${issuer.updatedAt.toISOString()} ${await deps.state.placesVersion()}`;
  const key = `issuer ${issuer.id} ${JSON.stringify(paging)}`;
  return deps.state.answers({ key, version, bytes: ANSWER_BYTES }, () => readIssuer(deps, issuer, paging));
}

type Paging = Omit<z.output<typeof issuerPageInput>, "slug">;

async function readIssuer(deps: Deps, issuer: Issuer, input: Paging): Promise<PublicIssuer> {
  const { items, next } = await readPage(deps.db.orm, {
    table: currentPois,
    sorting: BY_NAME,
    where: and(
      eq(currentPois.halalVerificationStatus, "verified"),
      eq(currentPois.isWithheld, false),
      hasCertificateOf(issuer),
    ),
    input: { ...input, limit: PLACES_SHOWN },
  });
  const records = await recordsOfEach(
    deps.db.orm,
    items.map(({ id }) => id),
  );
  const places = items.flatMap((place) => {
    const days = daysVerifiedBy(deps, issuer, place, records.get(place.id) ?? []);
    return days ? [{ ...place, ...days }] : [];
  });
  return { ...issuer, places, next };
}

/** Whether the place of the row, or one that was merged into it, has a certificate that the issuer confirmed. */
function hasCertificateOf({ id }: Issuer): SQL {
  const { poiId, issuerId, withdrawn, settled } = certificateProgress;
  const certified = and(eq(issuerId, id), eq(withdrawn, false), eq(settled, true));
  return sql`${currentPois.id} in (select coalesce(${mergedPlaces.poiId}, ${poiId}) from ${certificateProgress}
    left join ${mergedPlaces} on ${mergedPlaces.id} = ${poiId} where ${certified})`;
}

/** The days of the certificate that verifies a place today; null if it is another issuer's or has ended. */
function daysVerifiedBy(deps: Deps, issuer: Issuer, place: PlaceRow, rows: readonly RecordRow[]) {
  const timeZone = timeZoneOf(place);
  const records = rows.map((row) => recordOf(row, timeZone));
  const basis = tierOn(records, dayIn(timeZone, deps.now()), rulesOf(deps));
  const [certificate] = basis.records;
  if (basis.tier !== "verified" || certificate?.kind !== "certificate") return null;
  if (certificate.issuerId !== issuer.id) return null;
  return { since: certificate.validFrom, until: place.tierUntil ?? certificate.validUntil };
}
