import { createHash } from "node:crypto";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { tempFilePath } from "../../../core/files/temp-file.ts";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { record } from "../../audit/service.ts";
import { lockOwn } from "../../partners/service.ts";
import { associatedData, kept } from "../queries.ts";
import { EVIDENCE, type EvidenceFile, type uploadInput } from "../schema.ts";
import { poiClaims, evidenceFiles as t } from "../table.ts";
import { removeUnused } from "./cleanup.ts";
import { type EncryptedTempFile, writeEncryptedTempFile } from "./encrypted-temp-file.ts";
import { evidenceOf } from "./queries.ts";
import { admitUpload, collectAfter, patiently, withRoom } from "./upload-limits.ts";
import { type EvidenceFileInfo, validateFile } from "./validate-file.ts";

/**
 * Takes one file. It goes to the disk as it comes, is looked at whole, freed of what a
 * picture tells of its taking, and kept under a random name. Throws 413 over 10 MiB, 415 for what is no PDF, JPEG
 * or PNG, 409 where the partner keeps too much, 503 where too many upload at once. // security UPL-01 to UPL-05
 */
export async function upload(
  acting: ActionContext<PartnerPrincipal>,
  { name, size = 0, file }: z.output<typeof uploadInput>,
): Promise<EvidenceFile> {
  if (size > EVIDENCE.fileBytes) throw tooLarge();
  const leave = admitUpload(acting.principal.id);
  try {
    const spooled = await receive(acting, file);
    const work = async (room: Buffer) => {
      await spooled.readInto(room);
      return keep(acting, name, validateFile(name, room.subarray(0, spooled.size)));
    };
    return await withRoom(work).finally(() => spooled.remove());
  } finally {
    leave();
  }
}

const tooLarge = () => new DomainError("tooLarge", "A file may have at most 10 MiB");

/** To the disk as it comes. Throws 413, and 503 where the disk is full. */
async function receive(
  { deps }: ActionContext,
  file: ReadableStream<Uint8Array>,
): Promise<EncryptedTempFile> {
  const bytes = upTo(EVIDENCE.fileBytes, patiently(file));
  return writeEncryptedTempFile(bytes, tempFilePath(deps.settings)).catch((error: unknown) => {
    if (error instanceof DomainError) throw error;
    return kept(deps, Promise.reject(error));
  });
}

async function* upTo(most: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const part of bytes) {
    sum += part.length;
    if (sum > most) throw tooLarge();
    yield part;
  }
}

/**
 * The row comes first, as one whose bytes are not there: a process that dies on the way leaves nothing that the
 * sweep does not find.
 */
async function keep(
  acting: ActionContext<PartnerPrincipal>,
  name: string,
  { contentType, parts }: EvidenceFileInfo,
): Promise<EvidenceFile> {
  const { db, encryption, ports, now } = acting.deps;
  const id = randomId();
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const values = { id, partnerId: acting.principal.id, name, contentType, bytes, digest: hash.digest("hex") };
  await db.transaction(async (tx) => {
    await lockOwn(tx, acting);
    await refuseTooMuch(tx, acting.principal.id, bytes);
    await tx.insert(t).values({ ...values, uploadedAt: now(), removedAt: now() });
  });
  const sealed = encryption.encryptStream("evidence", associatedData(id), each(parts));
  await kept(acting.deps, ports.files.put(id, sealed)).catch(async (refusal: unknown) => {
    await removeUnused(acting.deps, id); // it may have been stored before it failed
    throw refusal;
  });
  return db.transaction(async (tx) => {
    await lockOwn(tx, acting);
    const [row] = await tx.update(t).set({ removedAt: null }).where(eq(t.id, id)).returning();
    if (!row) throw new Error("a kept file did not come back");
    await record(tx, acting, { subject: id, after: { contentType, bytes } });
    return evidenceOf(row);
  });
}

const PORTION = 64 * 1_024; // bytes

async function* each(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PORTION) {
      yield part.subarray(at, at + PORTION);
      collectAfter(PORTION);
    }
  }
}

/**
 * Throws 409 where one more file would be more than a partner may keep: what no claim names, and what waits for a
 * decision. A decided claim's files, which their partner cannot delete, are no part of it: claims that are sent and
 * rejected in turn do not fill the disk, for people decide them.
 */
async function refuseTooMuch(tx: Tx, partnerId: string, bytes: number): Promise<void> {
  const [kept] = await tx
    .select({
      bytes: sql<number>`coalesce(sum(${t.bytes}), 0)::int`,
      unsent: sql<number>`count(*) filter (where ${t.claimId} is null)::int`,
    })
    .from(t)
    .leftJoin(poiClaims, eq(poiClaims.id, t.claimId))
    .where(and(eq(t.partnerId, partnerId), or(isNull(t.claimId), eq(poiClaims.status, "pending"))));
  if ((kept?.unsent ?? 0) >= EVIDENCE.filesUnsent) {
    throw new DomainError("conflict", "You have many files that no claim names. Please delete some first.");
  }
  if ((kept?.bytes ?? 0) + bytes > EVIDENCE.partnerBytes) {
    throw new DomainError(
      "conflict",
      "You keep 50 MiB of files already. Please delete some, or wait until a claim is decided.",
    );
  }
}
