import { and, asc, desc, eq, inArray, lt, max, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { noPlace } from "../../shared/places/places.ts";
import { currentPois, filesCallingHalal } from "../places/public.ts";
import { recorder } from "./append.ts";
import { issuerNames } from "./issuers.ts";
import { progressOf } from "./progress.ts";
import type { ListedRecord, StaffRecord, waitingReading } from "./schema.ts";
import { certificateProgress, evidenceRecords as t } from "./table.ts";
import { type RecordRow, withdrawnAmong, withoutReadings } from "./tier/rows.ts";
import { recordsOf, rulesOf } from "./tier/service.ts";
import { attachedFiles } from "./uploads/queries.ts";

export const staffRecord = (row: RecordRow, issuer: string | null): StaffRecord => ({
  ...row,
  issuer,
  checkedAt: row.checkedOn,
});

/** The records of a place, oldest first. Throws 404. */
export async function listRecords(
  { deps, principal }: ActionContext<StaffActor>,
  id: string,
): Promise<ListedRecord[]> {
  const { orm } = deps.db;
  const [place] = await orm.select({ id: currentPois.id }).from(currentPois).where(eq(currentPois.id, id));
  const rows = await recordsOf(orm, id);
  if (!place && rows.length === 0) throw noPlace();
  const names = await issuerNames(
    orm,
    rows.map(({ issuerId }) => issuerId),
  );
  const { readings: required } = rulesOf(deps);
  const hidden = blindFor(rows, recorder(principal).byId, required);
  const states = readingStates(rows, required);
  const isImported = ({ kind, source }: Pick<RecordRow, "kind" | "source">) =>
    kind === "statement" && source === "import";
  const lists = rows.some(isImported) ? await filesCallingHalal(orm, id) : [];
  return withoutReadings(rows, hidden).map((row) => ({
    ...staffRecord(row, names.get(row.issuerId ?? "") ?? null),
    reading: states.get(row.id) ?? null,
    ...(lists.length > 0 && isImported(row) && { lists }),
  }));
}

/** Whether enough people have read each certificate alike, by its id. */
function readingStates(rows: readonly RecordRow[], required: number) {
  const ended = withdrawnAmong(rows);
  const read = new Set(
    rows.flatMap(({ id, kind, aboutId }) => (kind === "reading" && !ended.has(id) ? [aboutId] : [])),
  );
  return new Map(
    progressOf(rows).map(({ certificateId: id, alike }) => {
      if (alike >= required) return [id, "agreed"] as const;
      return [id, read.has(id) ? "differs" : "waiting"] as const;
    }),
  );
}

/** The certificates that a reader must not see yet: only one other person has read them, apart from withdrawn readings. */
function blindFor(rows: readonly RecordRow[], reader: string, required: number): ReadonlySet<string> {
  const withdrawn = withdrawnAmong(rows);
  const certificates = rows.filter(({ kind }) => kind === "certificate");
  const open = certificates.filter(({ id, byId }) => {
    const readings = rows.filter((row) => row.kind === "reading" && row.aboutId === id);
    const hasRead = byId === reader || readings.some((row) => row.byId === reader);
    return required > 1 && !hasRead && readings.every((row) => withdrawn.has(row.id));
  });
  return new Set(open.map(({ id }) => id));
}

type Waiting = z.input<typeof waitingReading>;

/**
 * The certificates that wait for the caller's reading, oldest first. What others read is shown to a third reader, who
 * decides between them.
 */
export async function waitingForReading({ deps, principal }: ActionContext<StaffActor>): Promise<Waiting[]> {
  const waiting = await openCertificates(deps, recorder(principal).byId);
  const names = await issuerNames(
    deps.db.orm,
    waiting.flatMap(({ rows }) => rows.map(({ issuerId }) => issuerId)),
  );
  const files = await attachedFiles(
    deps.db.orm,
    waiting.map(({ rows: [first] }) => first.fileId),
  );
  return waiting.map(({ rows: [first, ...others], poiId, placeName }) => ({
    file: files.get(first.fileId ?? "") ?? null,
    id: first.id,
    poiId,
    placeName,
    fileId: first.fileId,
    recordedAt: first.recordedAt,
    recordedBy: first.byName,
    readings: others.length === 0 ? [] : [first, ...others].map((row) => shown(row, names)),
  }));
}

const WAITING_MAX = 200; // certificates

/**
 * Certificates that need another reading and that the reader has not read, each with its readings that are not
 * withdrawn.
 */
async function openCertificates(deps: Deps, reader: string) {
  const { orm } = deps.db;
  const certificates = await orm
    .select({ row: t, poiId: currentPois.id, placeName: currentPois.name })
    .from(t)
    .innerJoin(certificateProgress, eq(certificateProgress.certificateId, t.id))
    .innerJoin(currentPois, eq(currentPois.id, certificateProgress.poiId))
    .where(unreadBy(deps, reader))
    .orderBy(asc(t.seq))
    .limit(WAITING_MAX);
  const ids = certificates.map(({ row }) => row.id);
  const readings =
    ids.length === 0
      ? []
      : await orm
          .select()
          .from(t)
          .where(and(eq(t.kind, "reading"), inArray(t.aboutId, ids), notExists(withdrawals(deps))))
          .orderBy(asc(t.seq));
  return certificates.map(({ row, ...place }) => ({
    ...place,
    rows: [row, ...readings.filter((each) => each.aboutId === row.id)] as const,
  }));
}

function withdrawals({ db }: Deps) {
  const about = alias(t, "about");
  return db.orm
    .select({ one: sql`1` })
    .from(about)
    .where(and(eq(about.aboutId, t.id), eq(about.kind, "revocation")));
}

/** The certificates that need another reading and that the reader has not read. */
export function unreadBy(deps: Deps, reader: string): SQL | undefined {
  const own = alias(t, "own");
  const readings = deps.db.orm
    .select({ one: sql`1` })
    .from(own)
    .where(and(eq(own.aboutId, t.id), eq(own.kind, "reading"), eq(own.byId, reader)));
  const { alike, withdrawn } = certificateProgress;
  return and(
    // the literal lets the database use the partial index
    sql`${alike} < 2 and not ${withdrawn}`,
    lt(alike, rulesOf(deps).readings),
    sql`${t.byId} is distinct from ${reader}`,
    notExists(readings),
  );
}

export const shown = (
  { byName, number, issuerId, validUntil }: RecordRow,
  names: ReadonlyMap<string, string>,
) => ({
  by: byName,
  number: number ?? "",
  issuerId: issuerId ?? "",
  issuer: names.get(issuerId ?? "") ?? null,
  validUntil: validUntil ?? "",
});

const PROVING = ["certificate", "reading", "lookup", "declaration", "visit"] as const;

/** The verified and friendly places of a city about which something was recorded last, by their ids, with when that was. */
export async function newestEvidenceIn(
  { db: { orm } }: Pick<Deps, "db">,
  cityId: number,
  limit: number,
): Promise<ReadonlyMap<string, Date>> {
  const recordedAt = max(t.recordedAt);
  const proven = inArray(currentPois.halalVerificationStatus, ["verified", "friendly"]);
  const rows = await orm
    .select({ id: currentPois.id, recordedAt })
    .from(currentPois)
    .innerJoin(t, eq(t.poiId, currentPois.id))
    .where(and(eq(currentPois.cityId, cityId), proven, inArray(t.kind, PROVING)))
    .groupBy(currentPois.id)
    .orderBy(desc(recordedAt), currentPois.id)
    .limit(limit);
  return new Map(rows.flatMap((row) => (row.recordedAt ? [[row.id, row.recordedAt]] : [])));
}
