import { existsSync } from "node:fs";
import { join } from "node:path";
import { derivePassphraseKey, verifyBeginning } from "../../../core/crypto/backup-encryption.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import { BackupError } from "../../../db/backup/backup-file.ts";
import { randomId } from "../../../shared/id.ts";
import { storedFileIds } from "../../evidence/public.ts";
import { tryMainDatabase } from "../../sync/public.ts";
import { keyNeededBy } from "../backups/keys.ts";
import { lastRuns } from "../backups/runs.ts";
import { createBackupStore, type StoredBackup } from "../backups/store.ts";
import { clockFinding } from "./database.ts";
import { failed, failedBy, ok, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";

const STORE = "evidence store";
const FILES = "evidence files";
const BYTES = new TextEncoder().encode("a trial of `rihla doctor`");
const NAMED = 5;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.slice();
}

/** Writes a file to the store of the evidence files, reads it back and deletes it. */
export async function tryEvidenceStore({ ports, settings, log }: Deps): Promise<readonly Finding[]> {
  const name = `doctor-${randomId()}`; // not the name of an evidence file
  const place = settings.evidenceS3
    ? `The bucket ${settings.evidenceS3.bucket}`
    : "The folder of the evidence files";
  try {
    await ports.files.put(name, once(BYTES));
    const stored = await ports.files.get(name);
    const bytes = stored === null ? null : Buffer.concat(await Array.fromAsync(stored));
    await ports.files.remove(name);
    if (bytes?.equals(BYTES)) return [ok(STORE, `${place} takes, returns and deletes files.`)];
    return [
      failed(
        STORE,
        `${place} does not return what was written.`,
        "Check the service behind EVIDENCE_S3_URL.",
      ),
    ];
  } catch (error) {
    log.warn(errorLogFields(error), "the evidence store could not be tried");
    return [
      failed(
        STORE,
        `${place} cannot be used${codeOf(error)}.`,
        remedyOf(error, settings.evidenceS3 !== undefined),
      ),
    ];
  }
}

/** A system's or the service's code, such as `AccessDenied`; never a message, which may hold an address. */
function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? ` (${code})` : "";
}

function remedyOf(error: unknown, isBucket: boolean): string {
  if (!isBucket) return "Make room on the disk of DATA_DIR, and let the server's user write in it.";
  if (codeOf(error).includes("RequestTimeTooSkewed")) return "Correct the clock of this machine (NTP).";
  return "Check EVIDENCE_S3_URL, the bucket and the key, which needs read, write, delete and list.";
}

/** Compares the files that the database knows with those in the store. */
export async function compareEvidence({ db, ports }: Deps): Promise<readonly Finding[]> {
  const known = () => db.transaction(storedFileIds, { readOnly: true });
  const before = await known();
  const stored = new Set<string>();
  for await (const { name } of ports.files.list()) stored.add(name);
  const absent = before.filter((id) => !stored.has(id));
  const still = new Set(absent.length === 0 ? [] : await known()); // without those deleted since
  const missing = absent.filter((id) => still.has(id));
  if (missing.length === 0) return [ok(FILES, `All evidence files are in the store: ${before.length}.`)];
  const names = missing.slice(0, NAMED).join(", ");
  return [
    failed(
      FILES,
      `Evidence files that are missing in the store: ${missing.length} of ${before.length} (${names}${missing.length > NAMED ? ", …" : ""}).`,
      "Check DATA_DIR or EVIDENCE_S3_BUCKET; else put them back from a backup that was made with evidence.",
    ),
  ];
}

const GATEWAY = "payment gateway";

/** Reads from the gateway with our key, and compares its clock. */
export async function tryGateway({ ports, log, now }: Deps): Promise<readonly Finding[]> {
  const { gateway } = ports;
  if (gateway.name !== "stripe")
    return [ok(GATEWAY, `There is none to try (PAYMENT_GATEWAY is ${gateway.name}).`)];
  try {
    const access = await gateway.checkAccess();
    if (access.kind === "refused") return [failedBy(GATEWAY, access.problem)];
    const clock =
      access.at === null
        ? []
        : [clockFinding(now().getTime() - access.at.getTime(), "Stripe", "clock of Stripe")];
    return [ok(GATEWAY, "Stripe responds and accepts STRIPE_SECRET_KEY."), ...clock];
  } catch (error) {
    log.warn(errorLogFields(error), "the gateway could not be tried");
    return [
      failed(
        GATEWAY,
        "Stripe cannot be reached, or its answer cannot be read.",
        "Check that the network lets this machine reach api.stripe.com, and that STRIPE_API_URL is not set.",
      ),
    ];
  }
}

const LAST_BACKUP = "last backup";
const REMEDY = "Run `rihla backup create`, and `rihla backup verify` on the file.";

/** Whether the newest backup is in the store, as large as it was written, and opens with our key. */
export async function tryLastBackup(deps: Deps): Promise<readonly Finding[]> {
  const store = createBackupStore(deps.settings);
  const stored = await store.list();
  const { success } = await lastRuns(deps);
  const found = success ? stored.find(({ name }) => name === success.name) : stored[0];
  if (found === undefined) {
    if (!success) return [ok(LAST_BACKUP, `There is none in ${store.location}.`)];
    return [failed(LAST_BACKUP, `${success.name} is missing in ${store.location}.`, REMEDY)];
  }
  if (success && success.bytes !== null && success.bytes !== found.bytes)
    return [failed(LAST_BACKUP, `${found.name} has another size than it was written with.`, REMEDY)];
  return [await openingOf(deps, found, store.get(found.name))];
}

const BACKUP_KEYS = "backup keys";

/** Whether the backups in the store open with the keys of this server: after a rotation the older ones need the old key. */
export async function backupKeys(deps: Deps): Promise<readonly Finding[]> {
  const store = createBackupStore(deps.settings);
  const stored = await store.list();
  const needed = await Promise.all(stored.map((each) => keyNeededBy(deps, store, each)));
  const closed = needed.filter(({ opens }) => opens === false).length;
  if (closed === 0)
    return [
      ok(BACKUP_KEYS, "Every backup needs a key that this server has, or a passphrase, which was not tried."),
    ];
  const sentence = `${closed} of ${stored.length} backups need another SECRET_KEY, or are damaged.`;
  if (closed === stored.length)
    return [failed(BACKUP_KEYS, `${sentence} None can be restored here.`, CREATE)];
  if (needed[0]?.opens === false)
    return [warn(BACKUP_KEYS, `${sentence} One of them is the newest.`, CREATE)];
  return [ok(BACKUP_KEYS, `${sentence} Keep the old key until the retention rules have deleted them.`)];
}

const CREATE = "Run `rihla backup create`, and `rihla backup list`, which shows the key that each needs.";

async function openingOf(deps: Deps, { name, bytes }: StoredBackup, file: AsyncIterable<Uint8Array>) {
  const { passphrase } = deps.settings.backups;
  const keyOf = async (salt: string | null) => {
    if (salt === null) return deps.encryption;
    return passphrase === undefined ? null : { salt, key: await derivePassphraseKey(passphrase, salt) };
  };
  try {
    if (await verifyBeginning(name, bytes, file, keyOf))
      return ok(LAST_BACKUP, `${name} opens with the present key.`);
    return ok(LAST_BACKUP, `${name} has a passphrase of its own, so only its size was compared.`);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return failed(LAST_BACKUP, `${name} cannot be read: ${error.message}`, REMEDY);
  }
}

const MAIN_DATABASE = "main database";

/** Writes to the main database, and takes it back. */
export async function mainDatabaseFinding(deps: Deps): Promise<readonly Finding[]> {
  const { mainDatabaseUrl, dataDir } = deps.settings;
  if (mainDatabaseUrl === undefined && !existsSync(join(dataDir, "main", "database")))
    return [ok(MAIN_DATABASE, "It is embedded, and the first sync makes it (MAIN_DATABASE_URL).")];
  const trial = await tryMainDatabase(deps);
  if (trial.kind === "failed") return [failedBy(MAIN_DATABASE, trial.problem)];
  if (trial.state === "ready") return [ok(MAIN_DATABASE, "Places can be written to it.")];
  const sentence =
    trial.state === "empty"
      ? "Places can be written to it, and the first sync makes the table."
      : "Places can be written to it, but its table lacks columns or indexes.";
  if (trial.state === "empty") return [ok(MAIN_DATABASE, sentence)];
  return [warn(MAIN_DATABASE, sentence, "The next sync adds them; its role must own the table for that.")];
}
