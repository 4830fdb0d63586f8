import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { and, eq, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Encryption } from "../../../core/crypto/encryption.ts";
import { writingEncryption } from "../../../core/crypto/secret-key.ts";
import { readUpload, tooLarge } from "../../../core/files/read-upload.ts";
import { release } from "../../../core/files/release.ts";
import { tempFilePath } from "../../../core/files/temp-file.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { unavailable } from "../../../core/rpc/error-mapping.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { record } from "../../audit/public.ts";
import { lockOwnAccount, requireConfirmedEmail } from "../../partners/public.ts";
import { storageFailure } from "./file-store.ts";
import { associatedData, isSentWith, isUnattached, ownEvidence } from "./queries.ts";
import { EVIDENCE, type EvidenceFile, type uploadInput } from "./schema.ts";
import { deleteFile } from "./service.ts";
import { evidenceFiles as t } from "./table.ts";
import type { ValidFile } from "./validate-file.ts";

/**
 * Stores one evidence file: it is spooled to disk as it arrives, validated as a whole, stripped of metadata and stored
 * under a random name. Throws 413 above 10 MiB, 415 unless it is a PDF, JPEG or PNG that can be validated in 5 seconds,
 * 409 if the partner stores too much, 403 before the address is confirmed, 503 if there are too many uploads (docs/security.md UPL-01 to UPL-05).
 */
export async function upload(
  ctx: ActionContext<PartnerPrincipal>,
  { name, size = 0, file }: z.output<typeof uploadInput>,
): Promise<EvidenceFile> {
  if (size > EVIDENCE.fileBytes) throw tooLarge();
  await requireConfirmedEmail(ctx);
  const { uploads, validateUpload } = ctx.deps.state;
  const end = uploads.begin(ctx.principal.id, ctx.call.address);
  try {
    const spooled = await spool(ctx.deps, file);
    const work = async (buffer: Buffer) => {
      await spooled.readInto(buffer);
      return store(ctx, name, await validateUpload(name, buffer.subarray(0, spooled.size)));
    };
    return await uploads.withBuffer("partners", work).finally(() => spooled.remove());
  } finally {
    end();
  }
}

/** Throws 503 if the disk is full, or after `longest` milliseconds. */
export async function spool(
  deps: Deps,
  file: ReadableStream<Uint8Array>,
  longest?: number,
): Promise<EncryptedTempFile> {
  const path = tempFilePath(deps.settings);
  return writeEncryptedTempFile(readUpload(file, { longest }), path).catch((error: unknown) => {
    if (error instanceof DomainError) throw error;
    return storageFailure(deps.log)(error);
  });
}

async function store(
  ctx: ActionContext<PartnerPrincipal>,
  name: string,
  valid: ValidFile,
): Promise<EvidenceFile> {
  const { deps, principal } = ctx;
  const id = randomId();
  const values = { id, partnerId: principal.id, name };
  const encryption = await storeBytes(deps, values, valid, async (tx, bytes) => {
    await lockOwnAccount(tx, ctx);
    await refuseOverQuota(tx, ctx, bytes);
  });
  return deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    const row = await activate(tx, deps, encryption, id);
    await record(tx, ctx, { subject: id, after: { contentType: row.contentType, bytes: row.bytes } });
    return ownEvidence(row);
  });
}

type Values = Pick<typeof t.$inferInsert, "id" | "partnerId" | "name">;

/**
 * Stores a file that `activate` makes one with bytes. Inserts the row as one without before it stores them, so that the
 * sweep finds what a crash leaves behind. `check` runs in the transaction of the row.
 */
export async function storeBytes(
  deps: Deps,
  values: Values,
  { contentType, parts }: ValidFile,
  check: (tx: Tx, bytes: number) => Promise<void>,
): Promise<Encryption> {
  const { db, ports, log, now } = deps;
  const { id } = values;
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const encryption = await db.transaction(async (tx) => {
    await check(tx, bytes);
    const times = { uploadedAt: now(), removedAt: now() };
    await tx.insert(t).values({ ...values, ...times, contentType, bytes, digest: digestOf(parts) });
    return writingEncryption(tx, deps);
  });
  const encrypted = encryption.encryptStream("evidence", associatedData(id), chunksOf(parts));
  await ports.files.put(id, encrypted).catch(async (error: unknown) => {
    await deleteFile(deps, id); // it may have been stored all the same
    return storageFailure(log)(error);
  });
  return encryption;
}

/** Makes a stored file one with bytes. Throws 503 if the key that encrypted it was replaced since. */
export async function activate(
  tx: Tx,
  deps: Deps,
  encryption: Encryption,
  id: string,
  of: { readonly reportId?: string } = {},
) {
  if ((await writingEncryption(tx, deps)).keyChecks[0] !== encryption.keyChecks[0]) throw unavailable();
  const [row] = await tx
    .update(t)
    .set({ ...of, removedAt: null })
    .where(eq(t.id, id))
    .returning();
  if (!row) throw new Error("update of evidence_files returned no row");
  return row;
}

function digestOf(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

const CHUNK = 64 * 1_024; // bytes

/** Chunks of the size that the encryption uses, so that it copies none. */
async function* chunksOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += CHUNK) {
      yield part.subarray(at, at + CHUNK);
    }
  }
}

/**
 * Throws 409 if one more file would exceed the partner's quota, which counts unattached files and those of pending
 * claims, renewals and transfers. Files of decided claims do not count, because partners cannot delete them; they cannot
 * fill the disk either, because people decide claims.
 */
async function refuseOverQuota(
  tx: Tx,
  { deps, principal }: ActionContext<PartnerPrincipal>,
  bytes: number,
): Promise<void> {
  const isOpen = isSentWith(deps, (purpose) => purpose.isOpen);
  const [used] = await tx
    .select({
      bytes: sql<number>`coalesce(sum(${t.bytes}), 0)::int`,
      unattached: sql<number>`count(*) filter (where ${isUnattached})::int`,
    })
    .from(t)
    .where(and(eq(t.partnerId, principal.id), or(isUnattached, isOpen)));
  if ((used?.unattached ?? 0) >= EVIDENCE.unattachedFiles) {
    throw new DomainError("conflict", "You have many files that no claim names. Please delete some first.");
  }
  if ((used?.bytes ?? 0) + bytes > EVIDENCE.partnerBytes) {
    throw new DomainError(
      "conflict",
      "You keep 50 MiB of files already. Please delete some, or wait until a claim is decided.",
    );
  }
}

const CIPHER = "aes-256-ctr";

/** A file on disk for the duration of a call, encrypted with a key that never leaves this process. */
interface EncryptedTempFile {
  /** In bytes. */
  readonly size: number;
  /** Decrypts all of it into the start of a buffer, which must be large enough. */
  readInto(buffer: Buffer): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Writes the bytes as they arrive, so that a slow sender costs no memory; what a crash leaves behind is unreadable.
 * The parts must not be used afterwards: their memory is freed.
 */
export async function writeEncryptedTempFile(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<EncryptedTempFile> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "wx+", 0o600);
  const remove = async () => {
    await file.close();
    await rm(path, { force: true });
  };
  const [key, nonce] = [randomBytes(32), randomBytes(16)];
  try {
    const size = await writeAll(file, bytes, createCipheriv(CIPHER, key, nonce));
    const readInto = (buffer: Buffer) => readAll(file, size, createDecipheriv(CIPHER, key, nonce), buffer);
    return { size, readInto, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeAll(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  cipher: ReturnType<typeof createCipheriv>,
): Promise<number> {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    const encrypted = cipher.update(part);
    release(part);
    await file.write(encrypted);
    release(encrypted);
  }
  return size;
}

async function readAll(
  file: FileHandle,
  size: number,
  decipher: ReturnType<typeof createDecipheriv>,
  buffer: Buffer,
): Promise<void> {
  const chunk = Buffer.alloc(CHUNK);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) throw new Error("a spooled file was truncated");
    const plain = decipher.update(chunk.subarray(0, bytesRead));
    plain.copy(buffer, at);
    release(plain);
    at += bytesRead;
  }
}
