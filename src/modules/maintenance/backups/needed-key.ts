import { readStoredHeader, secretKeyOf } from "../../../core/crypto/backup-encryption.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { BackupError } from "../../../db/backup/backup-file.ts";
import type { NEEDED_KEYS } from "./schema.ts";
import type { BackupStore, StoredBackup } from "./store.ts";

interface NeededKey {
  readonly key: (typeof NEEDED_KEYS)[number];
  readonly opens: boolean | null;
}

const SECRET_KEYS = {
  present: { key: "SECRET_KEY", opens: true },
  old: { key: "SECRET_KEY_OLD", opens: true },
  other: { key: "another SECRET_KEY", opens: false },
} as const;
const DAMAGED: NeededKey = { key: "none: damaged", opens: false };

/** Which key opens a backup in the store, by its header; a passphrase is not tried, because that takes its time. */
export async function keyNeededBy(
  { encryption }: Deps,
  store: BackupStore,
  { name }: StoredBackup,
): Promise<NeededKey> {
  try {
    const header = await readStoredHeader(name, store.get(name));
    if (header === null) return DAMAGED;
    if (header.salt !== null) return { key: "passphrase", opens: null };
    return SECRET_KEYS[await secretKeyOf(header, encryption)];
  } catch (error) {
    if (error instanceof BackupError) return DAMAGED;
    throw error;
  }
}
