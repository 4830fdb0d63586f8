import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { tablesOf } from "../../db/backup/introspect.ts";
import { isEmpty } from "../../db/backup/restore.ts";
import type { Database, Queries, Tx } from "../../db/client.ts";
import { SettingError, type Settings } from "../../env.ts";
import { createEncryption, type Encryption } from "./encryption.ts";
import { installation } from "./installation.table.ts";

const KEY_FILE = "secret.key";
const KEY_BYTES = 48;
const KEY_CHECK = "key-check";
/** The key that files are being sealed with anew, until all are. */
const NEXT_KEY = "next-key";

/** The SECRET_KEY: from the environment, else the one kept in the data directory, made at the first start. */
export async function secretKeyOf({ secretKey, dataDir }: Settings): Promise<string> {
  if (secretKey !== undefined) return secretKey;
  const file = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
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

/** Puts another key into the data directory, whole or not at all. */
export async function writeSecretKey({ dataDir }: Settings, secretKey: string): Promise<void> {
  const unfinished = join(dataDir, `${KEY_FILE}.new`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(unfinished, secretKey, { mode: 0o600, flush: true });
  await rename(unfinished, join(dataDir, KEY_FILE));
  const folder = await open(dataDir);
  await folder.sync().finally(() => folder.close()); // the new name outlives a power cut only then
}

/** Whether the database was used with this key; null where nobody has used it yet. */
export async function matchesKeyCheck(queries: Queries, seal: Encryption): Promise<boolean | null> {
  const [kept] = await queries.select().from(installation).where(eq(installation.name, KEY_CHECK));
  return kept ? kept.value === keyCheckHash(seal) : null;
}

/**
 * Throws `SettingError` where the database was used with another SECRET_KEY: nothing sealed would open. An embedded
 * one in which nothing is yet follows its only owner to another key.
 */
export async function checkSecretKey(db: Database, secretKey: string): Promise<void> {
  const print = keyCheckHash(createEncryption(secretKey));
  await db.orm.insert(installation).values({ name: KEY_CHECK, value: print }).onConflictDoNothing();
  const [kept] = await db.orm.select().from(installation).where(eq(installation.name, KEY_CHECK));
  if (kept?.value === print) return;
  if (db.kind !== "pglite" || !(await db.transaction(async (tx) => isEmpty(tx, await tablesOf(tx)))))
    throw new SettingError("SECRET_KEY is not the one that this database was used with.");
  await db.orm.update(installation).set({ value: print }).where(eq(installation.name, KEY_CHECK));
}

const keyCheckHash = (seal: Encryption): string => seal.keyedHash("key-check", KEY_CHECK);

/** Notes which key is to follow. False where another one is noted: some files may have its seal already. */
export async function recordNextKey(db: Database, to: Encryption): Promise<boolean> {
  const value = keyCheckHash(to);
  await db.orm.insert(installation).values({ name: NEXT_KEY, value }).onConflictDoNothing();
  const [kept] = await db.orm.select().from(installation).where(eq(installation.name, NEXT_KEY));
  return kept?.value === value;
}

/** From now on the database is one of `to`. False where it was not one of `from`. */
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
