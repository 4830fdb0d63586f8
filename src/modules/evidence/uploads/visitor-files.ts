import { and, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { Orm } from "../../../db/types.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { evidenceFiles as t } from "./table.ts";
import { activate, spool, storeBytes } from "./upload.ts";
import type { ValidFile } from "./validate-file.ts";

// docs/limits.md
const ALL_PHOTOS_MAX = 1_024 * 1_024 * 1_024; // bytes
const LONGEST = minutes(2); // of a body

/** A file that a visitor sends with a form. */
export interface VisitorFile {
  readonly name: string;
  /**
   * Reads it, once, and passes on its bytes, which are in memory that the validator of files shares and must not be used
   * afterwards. The files of others wait in line for that memory. Throws as `withUploadedBody` does.
   */
  use<T>(work: (bytes: Uint8Array) => Promise<T>): Promise<T>;
}

/**
 * Passes on the body of a visitor's request, whole and in memory that the validator of files shares. It is spooled to disk
 * as it arrives. Throws 413 above 10 MiB, 503 if too many are sent at once, or one too slowly or for more than 2 minutes,
 * 499 if the sender disconnects.
 */
export async function withUploadedBody<T>(
  deps: Deps,
  address: string | null,
  body: ReadableStream<Uint8Array>,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const { uploads } = deps.state;
  const end = uploads.beginVisitor(address);
  try {
    const spooled = await spool(deps, body, LONGEST);
    const read = async (buffer: Buffer) => {
      await spooled.readInto(buffer);
      return work(buffer.subarray(0, spooled.size));
    };
    return await uploads.withBuffer("visitors", read).finally(() => spooled.remove());
  } finally {
    end();
  }
}

/** A photo in the store that belongs to nothing yet: the hourly sweep deletes it unless it is attached. */
interface StoredPhoto {
  readonly id: string;
  /** Attaches it to what the same transaction stores. */
  attach(tx: Tx, reportId: string): Promise<void>;
}

/**
 * Stores a photo of a visitor as files of partners are: checked by its bytes, without its metadata, encrypted under a random
 * name. Throws 415 unless it is a JPEG or a PNG, 503 while all photos together take 1 GiB.
 */
export async function storePhoto(deps: Deps, { name, use }: VisitorFile): Promise<StoredPhoto> {
  const id = randomId();
  const encryption = await use(async (bytes) => {
    const valid = await deps.state.validateUpload(name, bytes).catch((error: unknown) => {
      throw error instanceof DomainError ? aboutPhoto(error.message) : error;
    });
    if (valid.contentType === "application/pdf") throw aboutPhoto(NO_OTHER_FILES);
    return storeBytes(deps, { id, name: nameOf(valid) }, valid, refuseFull);
  });
  return {
    id,
    attach: async (tx, reportId) => {
      await activate(tx, deps, encryption, id, { reportId });
    },
  };
}

/** The visitor's own name for it may say who they are. */
const nameOf = ({ contentType }: ValidFile): string => `photo.${contentType === "image/png" ? "png" : "jpg"}`;

async function refuseFull(tx: Tx): Promise<void> {
  const [used] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${t.bytes}), 0)` })
    .from(t)
    .where(and(isNotNull(t.reportId), isNull(t.removedAt)));
  if (Number(used?.bytes ?? 0) >= ALL_PHOTOS_MAX)
    throw new DomainError("unavailable", "We cannot take photos right now. Please send it without one.");
}

const NO_OTHER_FILES = "Only JPEG and PNG photos can be sent";

function aboutPhoto(why: string): DomainError {
  const sentence = why.startsWith("Only PDF") ? NO_OTHER_FILES : why;
  return new DomainError("unsupportedMediaType", sentence, { fields: { photo: sentence } });
}

/** The photos that came with reports, oldest first, by the id of the report. */
export async function photosOf(orm: Orm | Tx, reportIds: readonly string[]) {
  if (reportIds.length === 0) return [];
  return orm
    .select({ id: t.id, name: t.name, contentType: t.contentType, reportId: t.reportId })
    .from(t)
    .where(and(inArray(t.reportId, [...reportIds]), isNull(t.removedAt)))
    .orderBy(t.uploadedAt, t.id);
}

/**
 * Detaches the photos of reports, or of places. Returns the ids of the files, for `deleteFile` after the commit; else the sweep
 * deletes them.
 */
export async function detachPhotos(
  tx: Tx,
  deps: Deps,
  of: "reportId" | "photoId",
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .update(t)
    .set({ [of]: null, removedAt: deps.now() })
    .where(inArray(t[of], [...ids]))
    .returning({ id: t.id });
  return rows.map(({ id }) => id);
}
