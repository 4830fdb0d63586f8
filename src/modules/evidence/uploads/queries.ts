import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { FileResponse } from "../../../core/files/file-response.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import { auditLog } from "../../audit/public.ts";
import { storageFailure } from "./file-store.ts";
import { EVIDENCE, type EvidenceFile, type evidenceList } from "./schema.ts";
import { evidenceFiles as t } from "./table.ts";

export type EvidenceRow = typeof t.$inferSelect;

const NEWEST = newestFirst(t.uploadedAt, (row: EvidenceRow) => row.uploadedAt);

/** An evidence file as its own partner sees it. */
export const ownEvidence = ({ id, name, contentType, bytes, uploadedAt }: EvidenceRow): EvidenceFile => ({
  id,
  name,
  contentType,
  bytes,
  uploadedAt,
});

/**
 * The files of the caller's business. What proves who owns a place is not for editors: of files that are not attached yet they
 * read those that they uploaded.
 */
export function mayRead({ id, person }: PartnerPrincipal): SQL | undefined {
  const ofBusiness = eq(t.partnerId, id);
  if (person.role !== "editor") return ofBusiness;
  const upload = and(eq(auditLog.subject, t.id), eq(auditLog.actorId, person.id));
  const uploaded = sql`exists (select from ${auditLog} where ${upload})`;
  const ofPlace = or(isNotNull(t.renewalId), isNotNull(t.photoId));
  return and(ofBusiness, or(ofPlace, and(isUnattached, uploaded)));
}

/** The caller's own files that are not attached to a claim, newest first. */
export async function listUnattached(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: z.output<typeof evidenceList>,
): Promise<Page<EvidenceFile>> {
  const where = and(mayRead(principal), isUnattached, isNull(t.removedAt));
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  return { ...page, items: page.items.map(ownEvidence) };
}

/** Downloads the caller's own file. Throws 404 for another partner's, and for one that an editor may not read, as for an unknown one. */
export async function downloadOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  id: string,
): Promise<FileResponse> {
  const row = await findStored(deps, and(eq(t.id, id), mayRead(principal)));
  return fileResponse(deps, row, false);
}

/** Not sent with a claim, a renewal, a transfer or a report, and no photo of a place. */
export const isUnattached = and(
  ...[isNull(t.claimId), isNull(t.renewalId), isNull(t.transferId), isNull(t.reportId), isNull(t.photoId)],
);
const isAttached = or(
  ...[
    isNotNull(t.claimId),
    isNotNull(t.renewalId),
    isNotNull(t.transferId),
    isNotNull(t.reportId),
    isNotNull(t.photoId),
  ],
);

/** What files are sent with, such as claims, declared by the module that owns them. */
export interface FilePurpose {
  readonly table: PgTable;
  readonly id: PgColumn;
  /** The column of files with its id. */
  readonly of: PgColumn;
  readonly poiId: PgColumn;
  /** Its files count for their partner's quota. */
  readonly isOpen: SQL | undefined;
  /** Decided, or decided by no one any more. */
  decidedBefore(end: Date): SQL | undefined;
}

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    readonly filePurposes?: readonly FilePurpose[];
  }
}

/** Whether a file was sent with something for which the condition holds. */
export const isSentWith = (
  deps: Pick<Deps, "modules">,
  condition: (purpose: FilePurpose) => SQL | undefined,
): SQL | undefined =>
  or(
    ...offersOf(deps, "filePurposes")
      .flat()
      .map((purpose) => {
        const { table, id, of } = purpose;
        return sql`exists (select from ${table} where ${and(eq(id, of), condition(purpose))})`;
      }),
  );

/**
 * The SHA-256 of a file that was sent with a claim, a renewal or a transfer of this place, in hex; null if there is none or
 * its bytes were deleted. A certificate of another place proves nothing about this one, nor does a photo.
 */
export async function attachedFileDigest(
  tx: Tx,
  deps: Pick<Deps, "modules">,
  id: string,
  poiId: string,
): Promise<string | null> {
  const ofPlace = isSentWith(deps, (purpose) => eq(purpose.poiId, poiId));
  const [row] = await tx
    .select({ digest: t.digest })
    .from(t)
    .where(and(eq(t.id, id), ofPlace, isNull(t.reportId), isNull(t.photoId), isNull(t.removedAt)));
  return row?.digest ?? null;
}

/** Names and types of attached files by id; those whose bytes were deleted are absent. */
export async function attachedFiles(db: Deps["db"]["orm"] | Tx, ids: readonly (string | null)[]) {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map<string, Pick<EvidenceRow, "name" | "contentType" | "slot">>();
  const rows = await db
    .select({ id: t.id, name: t.name, contentType: t.contentType, slot: t.slot })
    .from(t)
    .where(and(inArray(t.id, wanted), isAttached, isNull(t.removedAt)));
  return new Map(rows.map(({ id, ...file }) => [id, file]));
}

/**
 * A file that was sent with a claim, a renewal, a transfer or a report, or a photo of a place, and its id. Throws 404 if there is none or its bytes were
 * deleted.
 */
export async function downloadAttached(deps: Deps, id: string, inline: boolean) {
  const { claimId, renewalId, transferId, reportId, photoId, ...row } = await findStored(
    deps,
    and(eq(t.id, id), isAttached),
  );
  if (reportId !== null) return { of: { reportId }, file: await fileResponse(deps, row, inline) };
  if (photoId !== null) return { of: { photoId }, file: await fileResponse(deps, row, inline) };
  const of = renewalId !== null ? { renewalId } : transferId !== null ? { transferId } : { claimId };
  return { of, file: await fileResponse(deps, row, inline) };
}

/** The ids of all files that have bytes, in order. */
export async function storedFileIds(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.select({ id: t.id }).from(t).where(isNull(t.removedAt)).orderBy(asc(t.id));
  return rows.map(({ id }) => id);
}

async function findStored({ db }: Deps, which: SQL | undefined): Promise<EvidenceRow> {
  const [row] = await db.orm
    .select()
    .from(t)
    .where(and(which, isNull(t.removedAt)));
  if (!row) throw noSuchFile();
  return row;
}

async function fileResponse(
  { ports, encryption, log }: Deps,
  { id, name, contentType }: Pick<EvidenceRow, "id" | "name" | "contentType">,
  inline: boolean,
): Promise<FileResponse> {
  const stored = await ports.files.get(id).catch(storageFailure(log));
  if (stored === null) throw noSuchFile();
  const bytes = encryption.decryptStream("evidence", associatedData(id), stored);
  return { name, contentType, inline, bytes };
}

/** Binds the encrypted bytes of a file to its row. */
export const associatedData = (id: string): string => `evidence_files.bytes.${id}`;

const FILE_ID = /^[0-9a-hj-km-np-tv-z]{26}$/;

/** Whether a text has the form of a file's id, which no statement or foreign file name has. */
export const isFileId = (text: string): boolean => FILE_ID.test(text);

/** The distinct file ids among documents, which are free text or file ids. Throws 400 if `what` takes fewer. */
export function fileIdsIn(documents: readonly string[], what = "A claim"): readonly string[] {
  const ids = [...new Set(documents.filter(isFileId))];
  if (ids.length <= EVIDENCE.filesPerClaim) return ids;
  const sentence = `${what} takes at most ${EVIDENCE.filesPerClaim} files`;
  throw new DomainError("invalid", sentence, { fields: { documents: sentence } });
}

export const noSuchFile = () => new DomainError("notFound", "There is no such file");
