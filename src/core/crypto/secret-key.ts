import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, getTableName, inArray } from "drizzle-orm";
import { tablesOf } from "../../db/backup/introspect.ts";
import { isEmpty } from "../../db/backup/restore.ts";
import type { Database, Queries, Tx } from "../../db/client.ts";
import { makeDataDirectory } from "../../db/drivers/data-directory.ts";
import { SettingError, type Settings } from "../../env.ts";
import { syncToDisk } from "../files/sync-to-disk.ts";
import type { Deps } from "../rpc/context.ts";
import { unavailable } from "../rpc/error-mapping.ts";
import { createEncryption, type Encryption } from "./encryption.ts";
import { installation } from "./installation.table.ts";

const KEY_FILE = "secret.key";
const KEY_BYTES = 48;
const KEY_CHECK = "key-check";
/** The key that files are being encrypted with during a rotation. */
const NEXT_KEY = "next-key";

/** Where the key is saved if SECRET_KEY is not set. */
export const keyFileIn = (dataDir: string): string => join(dataDir, KEY_FILE);

/** The encryption with SECRET_KEY and SECRET_KEY_OLD. Throws `SettingError` like `secretKeyOf`. */
export async function encryptionOf(settings: Settings, db: Database): Promise<Encryption> {
  const { oldSecretKey } = settings;
  return createEncryption(await secretKeyOf(settings, db), oldSecretKey === undefined ? [] : [oldSecretKey]);
}

/**
 * The SECRET_KEY: from the environment, else from the data directory, where the first start creates it. Throws
 * `SettingError` if that file is empty or cannot be created, and if it is missing but `db` was used with a key.
 */
export async function secretKeyOf({ secretKey, dataDir }: Settings, db: Database): Promise<string> {
  if (secretKey !== undefined) return secretKey;
  const file = keyFileIn(dataDir);
  if (!existsSync(file) && (await db.transaction(wasUsed))) throw new SettingError(keyIsMissing(file));
  await makeDataDirectory(dataDir);
  const made = randomBytes(KEY_BYTES).toString("base64url");
  try {
    await writeFile(file, made, { mode: 0o600, flag: "wx", flush: true });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const saved = (await readFile(file, "utf8").catch(keyIsUnreadable(file))).trim();
  if (saved === "") throw new SettingError(`SECRET_KEY is lost: ${file} is empty.`);
  return saved;
}

/** Like `encryptionOf`, but never generates a key: null if there is none. */
export async function findEncryption({ secretKey, oldSecretKey, dataDir }: Settings) {
  const saved = secretKey ?? (await readFile(keyFileIn(dataDir), "utf8").catch(() => "")).trim();
  return saved === "" ? null : createEncryption(saved, oldSecretKey === undefined ? [] : [oldSecretKey]);
}

const keyIsUnreadable = (file: string) => (error: NodeJS.ErrnoException) => {
  throw new SettingError(`SECRET_KEY cannot be read from ${file} (${error.code}).`, { cause: error });
};

const keyIsMissing = (file: string) =>
  `SECRET_KEY is lost: this database was used with a key, so put ${file} back or set SECRET_KEY.`;

/** Whether the database holds data and a key check. It may have no tables yet. */
async function wasUsed(tx: Tx): Promise<boolean> {
  const tables = await tablesOf(tx);
  if (!tables.some(({ name }) => name === getTableName(installation))) return false;
  const [saved] = await tx.select().from(installation).where(eq(installation.name, KEY_CHECK));
  return saved !== undefined && !(await isEmpty(tx, tables));
}

/** Replaces the key in the data directory atomically. */
export async function writeSecretKey({ dataDir }: Settings, secretKey: string): Promise<void> {
  const unfinished = join(dataDir, `${KEY_FILE}.new`);
  await makeDataDirectory(dataDir);
  await writeFile(unfinished, secretKey, { mode: 0o600, flush: true });
  await rename(unfinished, keyFileIn(dataDir));
  await syncToDisk(dataDir);
}

/** Whether the database is used with one of these keys; null if it has not been used yet. */
export async function matchesKeyCheck(queries: Queries, encryption: Encryption): Promise<boolean | null> {
  const [saved] = await queries.select().from(installation).where(eq(installation.name, KEY_CHECK));
  return saved ? encryption.keyChecks.includes(saved.value) : null;
}

/**
 * The encryption for a secret that the caller stores in `tx`. It writes with the key the database is used with, which a
 * rotation cannot replace before `tx` ends. Throws 503 if this process does not have that key: nothing could decrypt it.
 */
export async function writingEncryption(tx: Tx, { encryption, log }: Keyed): Promise<Encryption> {
  const [saved] = await tx.select().from(installation).where(eq(installation.name, KEY_CHECK)).for("share");
  const writing = saved ? encryption.writingWith(saved.value) : encryption;
  if (writing) return writing;
  log.error("SECRET_KEY was rotated: this process only has the old one and cannot write secrets.");
  throw unavailable();
}

type Keyed = Pick<Deps, "encryption" | "log">;

/**
 * Throws 503 if a secret did not decrypt because the key was rotated and this process does not have the new one. The
 * caller treats it as damaged otherwise.
 */
export async function requireCurrentKey({ db, encryption, log }: Keyed & Pick<Deps, "db">): Promise<void> {
  if ((await matchesKeyCheck(db.orm, encryption)) !== false) return;
  log.error("SECRET_KEY was rotated: this process only has the old one and cannot read secrets.");
  throw unavailable();
}

/**
 * The encryption with these keys that writes with the one the database is used with. Throws `SettingError` if it is
 * used with another one, because nothing in it would decrypt. An empty embedded database accepts another key.
 */
export async function checkSecretKey(db: Database, encryption: Encryption): Promise<Encryption> {
  const [hash] = encryption.keyChecks;
  await db.orm.insert(installation).values({ name: KEY_CHECK, value: hash }).onConflictDoNothing();
  const [saved] = await db.orm.select().from(installation).where(eq(installation.name, KEY_CHECK));
  const writing = encryption.writingWith(saved?.value ?? "");
  if (writing) return writing;
  if (db.kind !== "pglite" || !(await db.transaction(async (tx) => isEmpty(tx, await tablesOf(tx)))))
    throw new SettingError("SECRET_KEY is not the one that this database was used with.");
  await db.orm.update(installation).set({ value: hash }).where(eq(installation.name, KEY_CHECK));
  return encryption;
}

const keyCheckOf = ({ keyChecks: [first] }: Encryption): string => first;

/** Records the key of a rotation. False if another one is recorded: some files may be encrypted with it already. */
export async function recordNextKey(db: Database, to: Encryption): Promise<boolean> {
  const value = keyCheckOf(to);
  await db.orm.insert(installation).values({ name: NEXT_KEY, value }).onConflictDoNothing();
  const [saved] = await db.orm.select().from(installation).where(eq(installation.name, NEXT_KEY));
  return saved?.value === value;
}

/** Makes `to` the key of the database. False if its key was not `from`. */
export async function replaceKeyCheck(tx: Tx, from: Encryption, to: Encryption): Promise<boolean> {
  const ours = and(eq(installation.name, KEY_CHECK), eq(installation.value, keyCheckOf(from)));
  const replaced = await tx
    .update(installation)
    .set({ value: keyCheckOf(to) })
    .where(ours)
    .returning({ name: installation.name });
  await tx.delete(installation).where(eq(installation.name, NEXT_KEY));
  return replaced.length === 1;
}

/** Makes this key the key of the database, whatever it was before. */
export async function adoptKey(tx: Tx, encryption: Encryption): Promise<void> {
  await tx.delete(installation).where(inArray(installation.name, [KEY_CHECK, NEXT_KEY]));
  await tx.insert(installation).values({ name: KEY_CHECK, value: keyCheckOf(encryption) });
}
