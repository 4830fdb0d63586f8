import { asc, isNull } from "drizzle-orm";
import type { z } from "zod";
import { DecryptionError } from "../../core/crypto/encrypted-stream.ts";
import { createEncryption, type Encryption } from "../../core/crypto/encryption.ts";
import { recordNextKey, replaceKeyCheck, writeSecretKey } from "../../core/crypto/secret-key.ts";
import { instancesWithoutKey, runningWithoutKey } from "../../core/jobs/instances.ts";
import { type ActionContext, actingAs, type Deps, type OperatorPrincipal } from "../../core/rpc/context.ts";
import { DomainError } from "../../shared/errors.ts";
import { reencryptSecrets } from "../accounts/public.ts";
import { record } from "../audit/public.ts";
import { associatedData, evidenceFiles } from "../evidence/public.ts";
import { reencryptMails } from "../mail/public.ts";
import { create } from "./backups/service.ts";
import type { rotateKeyInput } from "./schema.ts";

/**
 * Re-encrypts everything with another SECRET_KEY: the evidence files one by one, then the columns and the key check in one
 * transaction, then the files that were added during it. If interrupted, run it again with the same new key; files that are
 * done are skipped. Servers may run on a PostgreSQL database if each has the new key as well as the old one, of which
 * SECRET_KEY_OLD holds either. Data found by keyed hashes (remembered devices, login throttles) is lost with the old key.
 * Makes a backup at the end. Throws 409 if a server lacks the new key, and if the key is in use already (docs/security.md MFA-10).
 */
export async function rotateKey(
  ctx: ActionContext<OperatorPrincipal>,
  { newKey }: z.output<typeof rotateKeyInput>,
) {
  const { deps, call } = ctx;
  if (call.transport === "socket") throw serverRunning();
  const keys = { from: deps.encryption, to: createEncryption(newKey) };
  if (isSame(keys)) return finishFiles(ctx, keys);
  if (await runningWithoutKey(deps.db.orm, keys.to.keyChecks[0])) throw serverWithoutKey();
  const done = new Set<string>();
  await reencryptEvidence(deps, keys, done);
  const secrets = await reencryptColumns(ctx, keys, done.size);
  // the operator changes a key that comes from the environment
  const kept = deps.settings.secretKey === undefined;
  if (kept) await writeSecretKey(deps.settings, newKey);
  await reencryptEvidence(deps, keys, done);
  const backup = await backUp(ctx, keys.to);
  return { success: true as const, secrets, evidence: done.size, kept, backup };
}

/** Re-encrypts what an interrupted rotation left after the switch of the keys. Throws 409 without the old key. */
async function finishFiles(ctx: ActionContext, keys: Keys) {
  const { deps } = ctx;
  if (keys.from.keyChecks.length === 1) throw new DomainError("conflict", "This is already the current key");
  const done = new Set<string>();
  await reencryptEvidence(deps, keys, done);
  await deps.db.transaction((tx) =>
    record(tx, ctx, { subject: null, after: { secrets: 0, evidence: done.size } }),
  );
  const backup = await backUp(ctx, keys.to);
  return { success: true as const, secrets: 0, evidence: done.size, kept: false, backup };
}

/** A backup that the new key opens, as no earlier one does. Null if it failed, which is logged: the rotation is done. */
async function backUp(
  { deps, call, invocation, principal }: ActionContext,
  encryption: Encryption,
): Promise<string | null> {
  const { evidence } = deps.settings.backups;
  const made = create(actingAs({ deps: { ...deps, encryption }, call, invocation }, principal), { evidence });
  return made.then(
    ({ name }) => name,
    () => null,
  );
}

interface Keys {
  readonly from: Encryption;
  readonly to: Encryption;
}

const isSame = ({ from, to }: Keys): boolean => from.keyChecks[0] === to.keyChecks[0];

/** Re-encrypts the evidence files that are not in `done`, one by one, and adds them to it. */
async function reencryptEvidence(deps: Deps, keys: Keys, done: Set<string>): Promise<void> {
  const stored = await deps.db.orm
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(isNull(evidenceFiles.removedAt))
    .orderBy(asc(evidenceFiles.id));
  const left = stored.filter(({ id }) => !done.has(id));
  const isFirst = left.length > 0 && done.size === 0 && !isSame(keys);
  if (isFirst && !(await recordNextKey(deps.db, keys.to))) throw otherRotationUnfinished();
  for (const { id } of left) if (await reencryptFile(deps, keys, id)) done.add(id);
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
    if ((await instancesWithoutKey(tx, keys.to.keyChecks[0])).length > 0) throw serverWithoutKey();
    const secrets =
      (await reencryptSecrets(tx, keys.from, keys.to)) + (await reencryptMails(tx, keys.from, keys.to));
    await record(tx, ctx, { subject: null, after: { secrets, evidence } });
    return secrets;
  });
}

const serverRunning = () =>
  new DomainError("conflict", "A server is still running here with the current key: stop it and try again");
const serverWithoutKey = () =>
  new DomainError(
    "conflict",
    "A server is running on this database without the new key: stop it, or restart it with both keys in SECRET_KEY and SECRET_KEY_OLD, and try again",
  );
const otherRotationUnfinished = () =>
  new DomainError("conflict", "A rotation to another key is unfinished: run it again with that key");
const alreadyRotated = () =>
  new DomainError("conflict", "The key of the database was changed by another process: nothing was changed");
