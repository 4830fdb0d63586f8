import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database, Queries } from "../db/client.ts";
import { SettingError, type Settings } from "../env.ts";
import { installation } from "./installation.table.ts";
import { createSeal, type Seal } from "./seal.ts";

const KEY_FILE = "secret.key";
const KEY_BYTES = 48;
const KEY_CHECK = "key-check";

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

/** Whether the database was used with this key; null where nobody has used it yet. */
export async function keyFits(queries: Queries, seal: Seal): Promise<boolean | null> {
  const [kept] = await queries.select().from(installation).where(eq(installation.name, KEY_CHECK));
  return kept ? kept.value === seal.print("key-check", KEY_CHECK) : null;
}

/** Throws `SettingError` where the database was used with another SECRET_KEY: nothing sealed would open. */
export async function checkSecretKey(db: Database, secretKey: string): Promise<void> {
  const print = createSeal(secretKey).print("key-check", KEY_CHECK);
  await db.orm.insert(installation).values({ name: KEY_CHECK, value: print }).onConflictDoNothing();
  const [kept] = await db.orm.select().from(installation).where(eq(installation.name, KEY_CHECK));
  if (kept?.value !== print)
    throw new SettingError("SECRET_KEY is not the one that this database was used with.");
}
