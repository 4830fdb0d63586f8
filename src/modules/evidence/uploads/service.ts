import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Tx } from "../../../db/client.ts";
import { days, hours } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { PROOF_SLOTS, type ProofSlot } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { lockOwnAccount } from "../../partners/public.ts";
import { evidenceRecords } from "../table.ts";
import type { StoredFile } from "./file-store.ts";
import { isFileId, isSentWith, isUnattached, mayRead, noSuchFile } from "./queries.ts";
import { evidenceFiles, evidenceFiles as t } from "./table.ts";

/**
 * Deletes the caller's own file. Throws 404, and 409 if it is attached to a claim. The row is marked before the bytes
 * are deleted, so that the sweep finds what a crash or an outage of the store left behind.
 */
export async function deleteOwn(ctx: ActionContext<PartnerPrincipal>, id: string) {
  const { deps, principal } = ctx;
  await deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    const own = and(eq(evidenceFiles.id, id), mayRead(principal), isNull(evidenceFiles.removedAt));
    const [row] = await tx.select().from(evidenceFiles).where(own);
    if (!row) throw noSuchFile();
    if (row.claimId !== null) throw new DomainError("conflict", "This file was sent with a claim");
    if (row.renewalId !== null) throw new DomainError("conflict", "This file was sent as a certificate");
    if (row.photoId !== null) throw new DomainError("conflict", "This file is a photo of a place");
    if (row.transferId !== null) throw new DomainError("conflict", "This file was sent to ask for a place");
    await tx.update(evidenceFiles).set({ removedAt: deps.now() }).where(eq(evidenceFiles.id, id));
    const before = { contentType: row.contentType, bytes: row.bytes };
    await record(tx, ctx, { subject: id, before });
  });
  await deleteFile(deps, id);
  return { success: true as const };
}

/** What files are sent with. */
type Target =
  | { readonly claimId: string }
  | { readonly renewalId: string }
  | { readonly transferId: string }
  | { readonly photoId: string };

interface AttachOptions {
  /** Of the input, for the error. */
  readonly field?: string;
  /** What files prove, by their ids. */
  readonly slots?: Readonly<Record<string, ProofSlot>> | undefined;
}

/** Attaches a partner's own files to what it sends. Throws 400 about `field` unless each is stored and unattached. */
export async function attachTo(
  tx: Tx,
  partnerId: string,
  target: Target,
  ids: readonly string[],
  { field = "documents", slots = {} }: AttachOptions = {},
): Promise<void> {
  if (ids.length === 0) return;
  const { rowCount } = await tx.update(evidenceFiles).set(target).where(ownUnattached(partnerId, ids));
  if (rowCount !== ids.length) throw fileGone(field);
  for (const slot of PROOF_SLOTS) {
    const proving = ids.filter((id) => slots[id] === slot);
    if (proving.length > 0)
      await tx.update(evidenceFiles).set({ slot }).where(inArray(evidenceFiles.id, proving));
  }
}

/**
 * Makes a partner's own file the photo of a place. Throws 400 about `fileId` unless it is stored, unattached, a picture and no
 * larger than `maxBytes`.
 */
export async function attachPhoto(
  tx: Tx,
  partnerId: string,
  photoId: string,
  fileId: string,
  maxBytes: number,
): Promise<void> {
  await attachTo(tx, partnerId, { photoId }, [fileId], { field: "fileId" });
  const [file] = await tx.select().from(evidenceFiles).where(eq(evidenceFiles.id, fileId));
  const sentence = !file?.contentType.startsWith("image/")
    ? "Only JPEG and PNG photos can be shown"
    : file.bytes > maxBytes && `A photo may have at most ${Math.floor(maxBytes / 1_024)} KiB`;
  if (sentence) throw new DomainError("invalid", sentence, { fields: { fileId: sentence } });
}

const ownUnattached = (partnerId: string, ids: readonly string[]) =>
  and(
    inArray(evidenceFiles.id, [...ids]),
    eq(evidenceFiles.partnerId, partnerId),
    isUnattached,
    isNull(evidenceFiles.removedAt),
  );

function fileGone(field: string): DomainError {
  const sentence = "One of the files is no longer there. Please upload it again.";
  return new DomainError("invalid", sentence, { fields: { [field]: sentence } });
}

/** Marks the photos whose reports were deleted, or that places have no more, and returns their ids. */
async function gonePhotos(deps: Deps): Promise<readonly string[]> {
  const sent = isSentWith(deps, () => undefined);
  const rows = await deps.db.orm
    .update(t)
    .set({ reportId: null, photoId: null, removedAt: deps.now() })
    .where(and(or(isNotNull(t.reportId), isNotNull(t.photoId)), sql`not ${sent}`))
    .returning({ id: t.id });
  return rows.map(({ id }) => id);
}

/** Marks every file as deleted, because the key that encrypted it was lost. Returns how many there were. */
export async function markAllRemoved(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx
    .update(evidenceFiles)
    .set({ removedAt: now })
    .where(isNull(evidenceFiles.removedAt));
  return rowCount;
}

// docs/security.md UPL-05
const RETAINED_AFTER_DECISION = days(30);
const UNATTACHED_KEPT = hours(24);
const ORPHANS_KEPT = days(30); // long enough to notice that the wrong backup was restored
const MAX_DELETED = 1_000; // files a sweep; the next one takes the rest

/**
 * The hourly sweep. Deletes the bytes of files 30 days after their claim, renewal or transfer was decided (the row
 * stays; certificates that count as evidence of a halal tier stay for three years after their last day), unattached and
 * half-stored files after a day. A file that the store fails to delete waits for the next sweep.
 */
export async function deleteExpiredEvidence(deps: Deps): Promise<void> {
  const { db, now } = deps;
  const before = (ms: number) => new Date(now().getTime() - ms);
  for (const id of await decidedBefore(deps, before(RETAINED_AFTER_DECISION))) {
    if (!(await deleteBytes(deps, id))) continue;
    await db.orm.update(evidenceFiles).set({ removedAt: now() }).where(eq(evidenceFiles.id, id));
  }
  for (const id of await gonePhotos(deps)) await deleteFile(deps, id);
  const isOld = lt(evidenceFiles.uploadedAt, before(UNATTACHED_KEPT));
  const unattached = and(isUnattached, isOld, notExists(certificatesOf(deps)));
  // marked before the bytes go, so that no claim can attach them any more
  const marked = await db.orm
    .update(evidenceFiles)
    .set({ removedAt: now() })
    .where(unattached)
    .returning({ id: evidenceFiles.id });
  for (const { id } of marked) await deleteFile(deps, id);
}

/** The hourly sweep, too: deletes stored files without a row after 30 days. Lists the whole store, which may be a bucket. */
export const deleteOrphanFiles = (deps: Deps): Promise<void> =>
  deleteOrphans(deps, new Date(deps.now().getTime() - ORPHANS_KEPT));

/** The certificates that a file proves, until three years after their last day. */
const certificatesOf = ({ db: { orm }, now }: Deps) =>
  orm
    .select({ id: evidenceRecords.id })
    .from(evidenceRecords)
    .where(
      and(
        eq(evidenceRecords.fileId, evidenceFiles.id),
        sql`${evidenceRecords.validUntil} + interval '3 years' > ${now().toISOString()}::timestamptz`,
      ),
    );

async function decidedBefore(deps: Deps, end: Date): Promise<readonly string[]> {
  const due = and(
    isNull(evidenceFiles.removedAt),
    isSentWith(deps, (purpose) => purpose.decidedBefore(end)),
    notExists(certificatesOf(deps)),
  );
  const rows = await deps.db.orm
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(due)
    .limit(MAX_DELETED);
  return rows.map((row) => row.id);
}

/** Deletes the bytes of a file marked as removed, then its row; if the store fails, the row stays for the sweep. */
export async function deleteFile(deps: Deps, id: string): Promise<void> {
  if (await deleteBytes(deps, id)) await deps.db.orm.delete(t).where(eq(t.id, id));
}

/** False if the store failed, which is logged. */
async function deleteBytes({ ports, log }: Deps, id: string): Promise<boolean> {
  try {
    await ports.files.remove(id);
    return true;
  } catch (error) {
    log.error(errorLogFields(error), "the file store did not delete a file");
    return false;
  }
}

const NAMES_PER_QUERY = 500;

/**
 * Deletes files stored before `end` that have no row: unknown to a restored backup, or saved by a store that reported a
 * failure. If more than half of all files have none, this is the wrong database or store, and nothing is deleted.
 */
async function deleteOrphans(deps: Deps, end: Date): Promise<void> {
  const { log } = deps;
  try {
    const { orphans, known } = await findOrphans(deps, end);
    if (orphans.length > known) {
      log.error({ orphans: orphans.length, known }, "most files in the store have no row in this database");
      return;
    }
    for (const name of orphans.slice(0, MAX_DELETED)) await deleteBytes(deps, name);
  } catch (error) {
    log.error(errorLogFields(error), "the file store could not be listed");
  }
}

async function findOrphans(deps: Deps, end: Date) {
  const orphans: string[] = [];
  let known = 0;
  for await (const files of chunksOf(deps.ports.files.list())) {
    const names = files.map(({ name }) => name);
    const ids = await idsWithBytes(deps, names);
    known += ids.size;
    for (const { name, at } of files) if (!ids.has(name) && at < end) orphans.push(name);
  }
  return { orphans, known };
}

/** Those of the ids whose row still has bytes: all but the rows retained after a decision. */
async function idsWithBytes({ db }: Deps, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db.orm
    .select({ id: t.id })
    .from(t)
    .where(and(inArray(t.id, ids), or(isNull(t.removedAt), isUnattached)));
  return new Set(rows.map(({ id }) => id));
}

/** Skips files that are not ours. */
async function* chunksOf(files: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let chunk: StoredFile[] = [];
  for await (const file of files) {
    if (!isFileId(file.name)) continue;
    if (chunk.push(file) < NAMES_PER_QUERY) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
