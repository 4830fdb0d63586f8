import { derivePassphraseKey, verifyBeginning } from "../../../../core/crypto/backup-encryption.ts";
import type { Deps } from "../../../../core/rpc/context.ts";
import { BackupError } from "../../../../db/backup/backup-file.ts";
import { lastRuns } from "../../backups/runs.ts";
import { createBackupStore, type StoredBackup } from "../../backups/store.ts";
import { failed, ok } from "../findings.ts";
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
