import type { z } from "zod";
import { adoptKey, matchesKeyCheck } from "../../../core/crypto/secret-key.ts";
import type { ActionContext, Deps, OperatorPrincipal } from "../../../core/rpc/context.ts";
import { type Offers, offersOf } from "../../../core/rpc/offers.ts";
import { BackupError, type Decode } from "../../../db/backup/backup-file.ts";
import { type RestoreSteps, requireEmpty, restoreBackup } from "../../../db/backup/restore.ts";
import type { Tx } from "../../../db/client.ts";
import { sqlState } from "../../../db/errors.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { untilAborted, withDeadline } from "../../../shared/with-timeout.ts";
import { resetAllMfa } from "../../accounts/public.ts";
import { record } from "../../audit/public.ts";
import { isFileId, markAllRemoved } from "../../evidence/public.ts";
import { stopMailsWithSecrets } from "../../mail/public.ts";
import { rememberPlaceIds, requeueAllPlaces } from "../../sync/public.ts";
import { cancelRestored } from "../../waitlist/public.ts";
import type { restoreInput } from "../schema.ts";
import { decoderOf, otherKey } from "./keys.ts";

const STORE_TIMEOUT = minutes(5); // of one file of up to 11 MiB: everything waits for the transaction

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** Fills empty tables whose rows follow from those of others (`DERIVED_TABLES`). */
    readonly derived?: (tx: Tx) => Promise<unknown>;
  }
}

/** Makes what no backup has: search index and sums. */
export async function rebuildDerived(tx: Tx, of: { readonly modules: readonly Offers[] }): Promise<void> {
  for (const rebuild of offersOf(of, "derived")) await rebuild(tx);
}

type Input = z.output<typeof restoreInput>;

/**
 * Replaces all data with a backup and ends every session. Throws 400 on a file that is not a complete backup, on a
 * wrong passphrase and on a plain file of unknown origin; 409 if there is data and `replace` is false, or if the backup
 * needs another SECRET_KEY. `withoutSecrets` restores it without that key (docs/operations.md).
 */
export async function restore(ctx: ActionContext<OperatorPrincipal>, input: Input) {
  const { deps } = ctx;
  const evidence = new Set<string>(); // a set, because the transaction may run again
  let reset: DiscardedSecrets | undefined;
  let remembered = false; // not in a database without a schema
  const load = async (decode: Decode | undefined) => {
    const steps: RestoreSteps = {
      async before(tx) {
        if (!input.replace) await requireEmpty(tx, notEmpty);
        await rememberPlaceIds(tx);
        remembered = true;
      },
      async after(tx) {
        reset = await acceptKey(tx, deps, input, decode);
        await rebuildDerived(tx, deps);
        await requeueAllPlaces(tx, { remembered });
        await cancelRestored(tx, deps);
        await record(tx, ctx, { subject: null, ...(reset && { after: { reset } }) });
      },
      ...(!input.withoutSecrets && {
        async attachments(tx) {
          await requireKey(tx, deps, decode); // before a stored file is replaced by one that nothing decrypts
          return async (name, bytes) => {
            await storeFile(ctx, requireFileId(name), bytes);
            evidence.add(name);
          };
        },
      }),
    };
    return restoreBackup(deps.db, input.file, steps, decode);
  };
  const rows = await decoderOf(input.file, deps.encryption, input.key).then(load).catch(refused);
  return { success: true as const, rows, evidence: evidence.size, ...(reset && { reset }) };
}

/** The name of a file in a backup, which becomes a path or a key of a bucket. Throws `BackupError` unless it is an id. */
export function requireFileId(name: string): string {
  if (!isFileId(name)) throw new BackupError("The backup holds a file whose name is not an id.");
  return name;
}

/** Throws 503 if the store does not answer in time, and `AbortError` if the caller leaves: the restore is rolled back. */
function storeFile({ deps, call }: ActionContext, name: string, bytes: Uint8Array): Promise<void> {
  const deadline = { ms: STORE_TIMEOUT, onTimeout: storeTooSlow, signal: call.signal };
  return withDeadline(deadline, (ending) => untilAborted(deps.ports.files.put(name, once(bytes)), ending));
}

/** Throws if the backup is of another SECRET_KEY, unless what that key encrypted is to be left out. */
async function acceptKey(tx: Tx, deps: Deps, { withoutSecrets }: Input, decode: Decode | undefined) {
  const fits = await matchesKeyCheck(tx, deps.encryption);
  if (withoutSecrets && fits !== true) return discardSecrets(tx, deps);
  if (withoutSecrets) throw keyFits();
  await requireKey(tx, deps, decode);
  return undefined;
}

async function requireKey(tx: Tx, deps: Deps, decode: Decode | undefined): Promise<void> {
  const fits = await matchesKeyCheck(tx, deps.encryption);
  if (fits === false) throw otherKey();
  // anyone can write a plain file, but only with an earlier backup at hand one with this installation's key check
  if (fits === null && decode === undefined) throw notEncrypted();
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Throws a failure of the file as 400, and one of a lock as 503. */
export function refused(error: unknown): never {
  if (error instanceof BackupError) throw new DomainError("invalid", error.message);
  if (sqlState(error) === "55P03")
    throw new DomainError("unavailable", "The database is busy. Please try again.");
  throw error;
}

const storeTooSlow = () =>
  new DomainError(
    "unavailable",
    "The store of the evidence files did not answer in time: the database is as it was",
  );
const notEmpty = () =>
  new DomainError("conflict", "The database already holds data, which a restore would replace");
const keyFits = () =>
  new DomainError(
    "conflict",
    "This SECRET_KEY matches the backup: restore it with its secrets, so that nothing is lost",
  );
const notEncrypted = () =>
  new BackupError("This backup is not encrypted and was not made by an installation with this SECRET_KEY.");

/** What a SECRET_KEY that was lost had encrypted. */
interface DiscardedSecrets {
  /** Names of staff whose authenticator app and backup codes were removed: they sign in with the password or a passkey. */
  readonly secondFactors: string[];
  /** Unsent mails with a link, which are not sent. */
  readonly mails: number;
  /** Evidence files whose content cannot be read any more; their rows stay. */
  readonly evidenceFiles: number;
}

/** Removes what no key at hand decrypts, and makes the present SECRET_KEY the key of the database. */
async function discardSecrets(tx: Tx, deps: Deps): Promise<DiscardedSecrets> {
  await adoptKey(tx, deps.encryption);
  return {
    secondFactors: await resetAllMfa(tx),
    mails: await stopMailsWithSecrets(tx),
    evidenceFiles: await markAllRemoved(tx, deps.now()),
  };
}
