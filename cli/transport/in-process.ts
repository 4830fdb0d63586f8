import { randomBytes } from "node:crypto";
import { createDeps } from "../../src/app.ts";
import { beginRetention } from "../../src/core/clock.ts";
import { createEncryption, type Encryption } from "../../src/core/crypto/encryption.ts";
import { checkSecretKey, encryptionOf, findEncryption } from "../../src/core/crypto/secret-key.ts";
import { createLog, flushLog } from "../../src/core/logging/log.ts";
import type { Authenticator, Context } from "../../src/core/rpc/context.ts";
import { internalCall } from "../../src/core/rpc/internal-call.ts";
import { type Database, openDatabase } from "../../src/db/client.ts";
import { migrate, migrationStatus } from "../../src/db/migrate.ts";
import type { Settings } from "../../src/env.ts";
import { CliError } from "../errors.ts";
import { operatorName } from "./operator-name.ts";
import { type DatabaseNeed, mayCreate, type Transport } from "./transport.ts";

/** There are no logins in process: reading the data directory or DATABASE_URL makes one the operator. */
const NO_LOGIN: Authenticator = {
  staffBySession: () => Promise.resolve(null),
  staffByBasic: () => Promise.reject(new CliError("unauthenticated", "There is no login here.")),
  staffByToken: () => Promise.reject(new CliError("unauthenticated", "There is no login here.")),
  partnerBySession: () => Promise.resolve(null),
};

/** Calls operations in this process, on the database of the settings. */
export async function inProcessTransport(settings: Settings, need: DatabaseNeed): Promise<Transport> {
  const db = await openSettingsDatabase(settings);
  try {
    const held = need === "keyless" ? await anyEncryption(settings) : await encryptionOf(settings, db);
    const isChecked = (await isReady(db, need)) && !IGNORES_KEY.has(need);
    const encryption = isChecked ? await checkSecretKey(db, held) : held;
    const log = createLog(settings.logLevel === "silent" ? "silent" : "warn", 2);
    const deps = createDeps({ settings, encryption, db, log });
    if (isChecked) {
      await beginRetention(db);
      await deps.clock.compare();
    }
    const principal = { kind: "operator", name: operatorName() } as const;
    const context = (): Context => ({ deps, authenticator: NO_LOGIN, call: internalCall("cli", principal) });
    return {
      kind: "process",
      call(operation, input, progress) {
        const { call, ...rest } = context();
        return operation.call({ ...rest, call: { ...call, ...(progress && { progress }) } }, input);
      },
      async download(operation, input) {
        return toBytes((await operation.call(context(), input)) as AsyncIterable<string | Uint8Array>);
      },
      async close() {
        await deps.ports.mainDatabase.close();
        await db.close();
        await flushLog(log);
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

const IGNORES_KEY: ReadonlySet<DatabaseNeed> = new Set(["replaced", "restored", "keyless"]);

/** With a new key, which is not kept, if SECRET_KEY has been lost. */
const anyEncryption = async (settings: Settings): Promise<Encryption> =>
  (await findEncryption(settings)) ?? createEncryption(randomBytes(48).toString("base64url"));

/** Opens the database of the settings. This process owns an embedded one until it is closed. */
export function openSettingsDatabase(settings: Settings): Promise<Database> {
  const { databaseUrl: url, databaseDriver: driver, neonWsProxy, dataDir } = settings;
  return openDatabase(url === undefined ? { dataDir } : { url, driver, neonWsProxy, maxConnections: 2 });
}

/** True if the schema is up to date. Throws if it is not and the command needs it. */
async function isReady(db: Database, need: DatabaseNeed): Promise<boolean> {
  if (need === "restored" || need === "diagnosed") return false;
  if (mayCreate(need) && db.kind === "pglite") await migrate(db);
  const { applied, newer, pending, compatible } = await migrationStatus(db);
  if (pending === 0 && compatible) return true;
  if (need === "any" || (need === "replaced" && applied + newer === 0)) return false; // the restore makes the schema
  if (!compatible) {
    throw new CliError(
      "internal",
      "The database schema is newer than this program: use a newer version of it.",
    );
  }
  throw new CliError("unavailable", "The database is not migrated: run `rihla db migrate`.");
}

async function* toBytes(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const part of parts) yield typeof part === "string" ? encoder.encode(part) : part;
}
