import { asc, isNull } from "drizzle-orm";
import type { z } from "zod";
import { DecryptionError } from "../../core/crypto/encrypted-stream.ts";
import { createEncryption, type Encryption } from "../../core/crypto/encryption.ts";
import { recordNextKey, replaceKeyCheck, writeSecretKey } from "../../core/crypto/secret-key.ts";
import type { ActionContext, Deps, OperatorPrincipal } from "../../core/rpc/context.ts";
import { DomainError } from "../../shared/errors.ts";
import { resealSecrets } from "../accounts/service.ts";
import { record } from "../audit/service.ts";
import { associatedData } from "../claims/evidence/queries.ts";
import { evidenceFiles } from "../claims/table.ts";
import type { rotateKeyInput } from "./schema.ts";

/**
 * Seals anew, with another SECRET_KEY, all that this one sealed: the columns and the key check in one transaction,
 * the evidence files before it and one by one. Stopped in between it is to be run again with the same new key; a file
 * that has the new seal already is left alone. What keyed prints recognise (devices, counters of failed sign-ins) is
 * forgotten. Every server has to be stopped meanwhile. Throws 409 where one runs here or the key is the same.
 * docs/security.md MFA-10
 */
export async function rotateKey(
  acting: ActionContext<OperatorPrincipal>,
  { newKey }: z.output<typeof rotateKeyInput>,
) {
  const { deps, call } = acting;
  if (call.transport === "socket") throw serverRuns();
  const seals = { from: deps.encryption, to: createEncryption(newKey) };
  if (isSame(seals)) throw new DomainError("conflict", "This is the key that is in use");
  const evidence = await resealEvidence(deps, seals);
  const secrets = await resealColumns(acting, seals, evidence);
  // a key from the environment is the operator's to change
  const kept = deps.settings.secretKey === undefined;
  if (kept) await writeSecretKey(deps.settings, newKey);
  return { success: true as const, secrets, evidence, kept };
}

interface Seals {
  readonly from: Encryption;
  readonly to: Encryption;
}

const isSame = ({ from, to }: Seals): boolean =>
  from.keyedHash("key-check", "") === to.keyedHash("key-check", "");

/** Every evidence file that is kept gets the new seal, one after the other. Answers how many there are. */
async function resealEvidence(deps: Deps, seals: Seals): Promise<number> {
  const kept = await deps.db.orm
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(isNull(evidenceFiles.removedAt))
    .orderBy(asc(evidenceFiles.id));
  if (kept.length > 0 && !(await recordNextKey(deps.db, seals.to))) throw otherKeyBegun();
  let count = 0;
  for (const { id } of kept) if (await resealFile(deps, seals, id)) count += 1;
  return count;
}

/** Leaves a file alone that has the new seal from a run before this one. False where there are no bytes. */
async function resealFile({ ports: { files } }: Deps, { from, to }: Seals, id: string): Promise<boolean> {
  const place = associatedData(id);
  const before = await files.get(id);
  if (before === null) return false;
  if (await opens(to.decryptStream("evidence", place, before))) return true;
  const stored = await files.get(id);
  if (stored === null) return false;
  const plain = from.decryptStream("evidence", place, stored);
  await files.put(id, to.encryptStream("evidence", place, plain)).catch(unopened);
  return true;
}

function unopened(error: unknown): never {
  if (!(error instanceof DecryptionError)) throw error;
  throw new DomainError(
    "conflict",
    "An evidence file does not open with the key in use: nothing else was changed",
  );
}

async function opens(plain: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    for await (const _ of plain); // read to its end: a seal is right when all of it is
    return true;
  } catch (error) {
    if (error instanceof DecryptionError) return false;
    throw error;
  }
}

function resealColumns(acting: ActionContext, seals: Seals, evidence: number): Promise<number> {
  const { db }: Deps = acting.deps;
  return db.transaction(async (tx) => {
    if (!(await replaceKeyCheck(tx, seals.from, seals.to))) throw rotatedMeanwhile();
    const secrets = await resealSecrets(tx, seals.from, seals.to);
    await record(tx, acting, { subject: null, after: { secrets, evidence } });
    return secrets;
  });
}

const serverRuns = () =>
  new DomainError("conflict", "A server is running here with the key that is to go: stop it and try again");
const otherKeyBegun = () =>
  new DomainError(
    "conflict",
    "A rotation to another key was begun and not finished: run it again with that key",
  );
const rotatedMeanwhile = () =>
  new DomainError("conflict", "The database has got another key meanwhile: nothing was changed");
