import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, getTableName } from "drizzle-orm";
import { tablesOf } from "../../db/backup/introspect.ts";
import { isEmpty } from "../../db/backup/restore.ts";
import type { Database, Queries, Tx } from "../../db/client.ts";
import { makeDataDirectory } from "../../db/drivers/data-directory.ts";
import { SettingError, type Settings } from "../../env.ts";
import { syncFolder } from "../files/sync-folder.ts";
import { createEncryption, type Encryption } from "./encryption.ts";
import { installation } from "./installation.table.ts";

const KEY_FILE = "secret.key";
const KEY_BYTES = 48;
const KEY_CHECK = "key-check";
/** The key that files are being encrypted with during a rotation. */
const NEXT_KEY = "next-key";

/**
 * The SECRET_KEY: from the environment, else from the data directory, where the first start creates it. Throws
 * `SettingError` if that file is empty or cannot be created, and if it is missing but `db` was used with a key.
 */
export async function secretKeyOf({ secretKey, dataDir }: Settings, db: Database): Promise<string> {
  if (secretKey !== undefined) return secretKey;
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file) && (await db.transaction(wasUsed))) throw new SettingError(keyIsMissing(file));
  await makeDataDirectory(dataDir);
  const made = randomBytes(KEY_BYTES).toString("base64url");
  try {
    await writeFile(file, made, { mode: 0o600, flag: "wx", flush: true });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const kept = (await readFile(file, "utf8")).trim();
  if (kept === "") throw new SettingError(`SECRET_KEY is lost: ${file} is empty.`);
  return kept;
}

const keyIsMissing = (file: string) =>
  `SECRET_KEY is lost: this database was used with a key, so put ${file} back or set SECRET_KEY.`;

/** Whether the database holds data and a key check. It may have no tables yet. */
async function wasUsed(tx: Tx): Promise<boolean> {
  const tables = await tablesOf(tx);
  if (!tables.some(({ name }) => name === getTableName(installation))) return false;
  const [kept] = await tx.select().from(installation).where(eq(installation.name, KEY_CHECK));
  return kept !== undefined && !(await isEmpty(tx, tables));
}

/** Replaces the key in the data directory atomically. */
export async function writeSecretKey({ dataDir }: Settings, secretKey: string): Promise<void> {
  const unfinished = join(dataDir, `${KEY_FILE}.new`);
  await makeDataDirectory(dataDir);
  await writeFile(unfinished, secretKey, { mode: 0o600, flush: true });
  await rename(unfinished, join(dataDir, KEY_FILE));
  await syncFolder(dataDir);
}

/** Whether the database was used with this key; null if it has not been used yet. */
export async function matchesKeyCheck(queries: Queries, encryption: Encryption): Promise<boolean | null> {
  const [kept] = await queries.select().from(installation).where(eq(installation.name, KEY_CHECK));
  return kept ? kept.value === keyCheckHash(encryption) : null;
}

/**
 * Throws `SettingError` if the database was used with another SECRET_KEY, because nothing in it would decrypt. An empty
 * embedded database accepts another key.
 */
export async function checkSecretKey(db: Database, secretKey: string): Promise<void> {
  const hash = keyCheckHash(createEncryption(secretKey));
  await db.orm.insert(installation).values({ name: KEY_CHECK, value: hash }).onConflictDoNothing();
  const [kept] = await db.orm.select().from(installation).where(eq(installation.name, KEY_CHECK));
  if (kept?.value === hash) return;
  if (db.kind !== "pglite" || !(await db.transaction(async (tx) => isEmpty(tx, await tablesOf(tx)))))
    throw new SettingError("SECRET_KEY is not the one that this database was used with.");
  await db.orm.update(installation).set({ value: hash }).where(eq(installation.name, KEY_CHECK));
}

const keyCheckHash = (encryption: Encryption): string => encryption.keyedHash("key-check", KEY_CHECK);

/** Records the key of a rotation. False if another one is recorded: some files may be encrypted with it already. */
export async function recordNextKey(db: Database, to: Encryption): Promise<boolean> {
  const value = keyCheckHash(to);
  await db.orm.insert(installation).values({ name: NEXT_KEY, value }).onConflictDoNothing();
  const [kept] = await db.orm.select().from(installation).where(eq(installation.name, NEXT_KEY));
  return kept?.value === value;
}

/** Makes `to` the key of the database. False if its key was not `from`. */
export async function replaceKeyCheck(tx: Tx, from: Encryption, to: Encryption): Promise<boolean> {
  const ours = and(eq(installation.name, KEY_CHECK), eq(installation.value, keyCheckHash(from)));
  const replaced = await tx
    .update(installation)
    .set({ value: keyCheckHash(to) })
    .where(ours)
    .returning({ name: installation.name });
  await tx.delete(installation).where(eq(installation.name, NEXT_KEY));
  return replaced.length === 1;
}
