import { asc, isNull } from "drizzle-orm";
import type { z } from "zod";
import { DecryptionError } from "../../core/crypto/encrypted-stream.ts";
import { createEncryption, type Encryption } from "../../core/crypto/encryption.ts";
import { recordNextKey, replaceKeyCheck, writeSecretKey } from "../../core/crypto/secret-key.ts";
import type { ActionContext, Deps, OperatorPrincipal } from "../../core/rpc/context.ts";
import { DomainError } from "../../shared/errors.ts";
import { reencryptSecrets } from "../accounts/service.ts";
import { record } from "../audit/service.ts";
import { associatedData } from "../claims/evidence/queries.ts";
import { evidenceFiles } from "../claims/table.ts";
import { reencryptMails } from "../mail/service.ts";
import type { rotateKeyInput } from "./schema.ts";

/**
 * Re-encrypts everything with another SECRET_KEY: first the evidence files one by one, then the columns and the key
 * check in one transaction. If interrupted, run it again with the same new key; files that are done are skipped. Data
 * found by keyed hashes (remembered devices, login throttles) is lost. All servers must be stopped. Throws 409 if one
 * runs here or the key is the same (docs/security.md MFA-10).
 */
export async function rotateKey(
  ctx: ActionContext<OperatorPrincipal>,
  { newKey }: z.output<typeof rotateKeyInput>,
) {
  const { deps, call } = ctx;
  if (call.transport === "socket") throw serverRunning();
  const keys = { from: deps.encryption, to: createEncryption(newKey) };
  if (isSame(keys)) throw new DomainError("conflict", "This is already the current key");
  const evidence = await reencryptEvidence(deps, keys);
  const secrets = await reencryptColumns(ctx, keys, evidence);
  // the operator changes a key that comes from the environment
  const kept = deps.settings.secretKey === undefined;
  if (kept) await writeSecretKey(deps.settings, newKey);
  return { success: true as const, secrets, evidence, kept };
}

interface Keys {
  readonly from: Encryption;
  readonly to: Encryption;
}

const isSame = ({ from, to }: Keys): boolean =>
  from.keyedHash("key-check", "") === to.keyedHash("key-check", "");

/** Re-encrypts the evidence files one by one. Returns how many there are. */
async function reencryptEvidence(deps: Deps, keys: Keys): Promise<number> {
  const kept = await deps.db.orm
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(isNull(evidenceFiles.removedAt))
    .orderBy(asc(evidenceFiles.id));
  if (kept.length > 0 && !(await recordNextKey(deps.db, keys.to))) throw otherRotationUnfinished();
  let count = 0;
  for (const { id } of kept) if (await reencryptFile(deps, keys, id)) count += 1;
  return count;
}

/** Skips a file that an earlier run re-encrypted. False if the file has no bytes. */
async function reencryptFile({ ports: { files } }: Deps, { from, to }: Keys, id: string): Promise<boolean> {
  const place = associatedData(id);
  const before = await files.get(id);
  if (before === null) return false;
  if (await decrypts(to.decryptStream("evidence", place, before))) return true;
  const stored = await files.get(id);
  if (stored === null) return false;
  const plain = from.decryptStream("evidence", place, stored);
  await files.put(id, to.encryptStream("evidence", place, plain)).catch(refuseUndecryptable);
  return true;
}

function refuseUndecryptable(error: unknown): never {
  if (!(error instanceof DecryptionError)) throw error;
  throw new DomainError(
    "conflict",
    "An evidence file cannot be decrypted with the current key: nothing else was changed",
  );
}

async function decrypts(plain: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    for await (const _ of plain); // to its end: only then is all of it authenticated
    return true;
  } catch (error) {
    if (error instanceof DecryptionError) return false;
    throw error;
  }
}

function reencryptColumns(ctx: ActionContext, keys: Keys, evidence: number): Promise<number> {
  const { db }: Deps = ctx.deps;
  return db.transaction(async (tx) => {
    if (!(await replaceKeyCheck(tx, keys.from, keys.to))) throw alreadyRotated();
    const secrets =
      (await reencryptSecrets(tx, keys.from, keys.to)) + (await reencryptMails(tx, keys.from, keys.to));
    await record(tx, ctx, { subject: null, after: { secrets, evidence } });
    return secrets;
  });
}

const serverRunning = () =>
  new DomainError("conflict", "A server is still running here with the current key: stop it and try again");
const otherRotationUnfinished = () =>
  new DomainError("conflict", "A rotation to another key is unfinished: run it again with that key");
const alreadyRotated = () =>
  new DomainError("conflict", "The key of the database was changed by another process: nothing was changed");
