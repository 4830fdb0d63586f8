import type { z } from "zod";
import { adoptKey, matchesKeyCheck } from "../../../core/crypto/secret-key.ts";
import type { ActionContext, Deps, OperatorPrincipal } from "../../../core/rpc/context.ts";
import { PROCESS_TABLES, summaryOf, verifyBackup } from "../../../db/backup/backup.ts";
import { BackupError, type Decode } from "../../../db/backup/backup-file.ts";
import { quoted, type TableInfo, tablesOf } from "../../../db/backup/introspect.ts";
import { isEmpty, type RestoreSteps, restoreBackup } from "../../../db/backup/restore.ts";
import type { Tx } from "../../../db/client.ts";
import { sqlState } from "../../../db/errors.ts";
import { migrationStatus } from "../../../db/migrate.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { untilAborted, withDeadline } from "../../../shared/with-timeout.ts";
import { resetAllMfa } from "../../accounts/public.ts";
import { record } from "../../audit/public.ts";
import { markAllRemoved } from "../../evidence/public.ts";
import { stopMailsWithSecrets } from "../../mail/public.ts";
import { rememberPlaceIds, requeueAllPlaces } from "../../sync/public.ts";
import { cancelRestored } from "../../waitlist/public.ts";
import type { restoreInput, restorePreviewOutput } from "../schema.ts";
import { decoderOf, otherKey } from "./decoder.ts";
import { requireFileId } from "./file-names.ts";

const STORE_TIMEOUT = minutes(5); // of one file of up to 11 MiB: everything waits for the transaction

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
      async before(tx: Tx, tables: readonly TableInfo[]) {
        if (!input.replace && !(await isEmpty(tx, tables))) throw notEmpty();
        await rememberPlaceIds(tx);
        remembered = true;
      },
      async after(tx) {
        reset = await acceptKey(tx, deps, input, decode);
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

const COUNT_LIMIT = minutes(1); // of one table

/**
 * What a backup holds, and the rows that a restore would replace. Changes nothing. Throws as `restore` does on a file that
 * it would not take.
 */
export async function previewRestore(
  { deps, call }: ActionContext<OperatorPrincipal>,
  { file, key }: Pick<z.output<typeof restoreInput>, "file" | "key">,
): Promise<z.output<typeof restorePreviewOutput>> {
  const read = async () => {
    const decode = await decoderOf(file, deps.encryption, key);
    const { madeAt } = await verifyBackup(file, decode);
    const { rows, files } = await summaryOf(file, decode);
    return { madeAt, rows, evidence: files };
  };
  return { ...(await read().catch(refused)), replaces: await presentRows(deps, call.signal) };
}

/** Emptied by a restore, too, but their rows mean nothing to an operator: those of processes and of rate limits. */
const NOT_SHOWN: readonly string[] = [...PROCESS_TABLES, "volume", "throttle"];

/**
 * The rows of each table that has any. Each is counted outside of a transaction, between whose statements an embedded
 * database could do nothing else.
 */
async function presentRows({ db }: Deps, signal?: AbortSignal): Promise<Record<string, number> | null> {
  const { applied, newer } = await migrationStatus(db);
  if (applied + newer === 0) return null;
  const counts: Record<string, number> = {};
  for (const { name } of await db.transaction(tablesOf, { readOnly: true })) {
    if (NOT_SHOWN.includes(name)) continue;
    signal?.throwIfAborted();
    const text = `select count(*)::int as count from ${quoted(name)}`;
    const [row] = await db.query<{ count: number }>(text, [], { timeoutMs: COUNT_LIMIT });
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}
