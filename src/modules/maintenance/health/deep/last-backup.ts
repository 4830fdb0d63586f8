import { derivePassphraseKey, verifyBeginning } from "../../../../core/crypto/backup-encryption.ts";
import type { Deps } from "../../../../core/rpc/context.ts";
import { BackupError } from "../../../../db/backup/backup-file.ts";
import { keyNeededBy } from "../../backups/needed-key.ts";
import { lastRuns } from "../../backups/runs.ts";
import { createBackupStore, type StoredBackup } from "../../backups/store.ts";
import { failed, ok, warn } from "../findings.ts";
import type { Finding } from "../schema.ts";

const CHECK = "last backup";
const REMEDY = "Run `rihla backup create`, and `rihla backup verify` on the file.";

/** Whether the newest backup is in the store, as large as it was written, and opens with our key. */
export async function tryLastBackup(deps: Deps): Promise<readonly Finding[]> {
  const store = createBackupStore(deps.settings);
  const stored = await store.list();
  const { success } = await lastRuns(deps);
  const found = success ? stored.find(({ name }) => name === success.name) : stored[0];
  if (found === undefined) {
    if (!success) return [ok(CHECK, `There is none in ${store.location}.`)];
    return [failed(CHECK, `${success.name} is missing in ${store.location}.`, REMEDY)];
  }
  if (success && success.bytes !== null && success.bytes !== found.bytes)
    return [failed(CHECK, `${found.name} has another size than it was written with.`, REMEDY)];
  return [await openingOf(deps, found, store.get(found.name))];
}

const KEYS_CHECK = "backup keys";

/** Whether the backups in the store open with the keys of this server: after a rotation the older ones need the old key. */
export async function backupKeys(deps: Deps): Promise<readonly Finding[]> {
  const store = createBackupStore(deps.settings);
  const stored = await store.list();
  const needed = await Promise.all(stored.map((each) => keyNeededBy(deps, store, each)));
  const closed = needed.filter(({ opens }) => opens === false).length;
  if (closed === 0)
    return [
      ok(KEYS_CHECK, "Every backup needs a key that this server has, or a passphrase, which was not tried."),
    ];
  const sentence = `${closed} of ${stored.length} backups need another SECRET_KEY, or are damaged.`;
  if (closed === stored.length) return [failed(KEYS_CHECK, `${sentence} None can be restored here.`, CREATE)];
  if (needed[0]?.opens === false) return [warn(KEYS_CHECK, `${sentence} One of them is the newest.`, CREATE)];
  return [ok(KEYS_CHECK, `${sentence} Keep the old key until the retention rules have deleted them.`)];
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
      return ok(CHECK, `${name} opens with the present key.`);
    return ok(CHECK, `${name} has a passphrase of its own, so only its size was compared.`);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return failed(CHECK, `${name} cannot be read: ${error.message}`, REMEDY);
  }
}
