import type { z } from "zod";
import { matchesKeyCheck } from "../../core/crypto/secret-key.ts";
import { untrustedProxySeenAt } from "../../core/limits/untrusted-proxy.ts";
import type { ActionContext } from "../../core/rpc/context.ts";
import { tablesOf } from "../../db/backup/introspect.ts";
import { isEmpty } from "../../db/backup/restore.ts";
import { editedMigrations, type MigrationStatus, migrationStatus } from "../../db/migrate.ts";
import { countStaff } from "../accounts/public.ts";
import type { statusOutput } from "./schema.ts";

interface ServerFacts {
  readonly version: string;
  readonly time: Date;
  readonly durable: boolean;
  readonly sizeBytes: number;
}

const FACTS = `select current_setting('server_version') as version, clock_timestamp() as time,
  current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable,
  pg_database_size(current_database()) as "sizeBytes"`;

/** Which versions may run on the schema. */
function rangeSentence({ newer, compatible, oldestProgram }: MigrationStatus): string {
  const others = `Versions that have migration ${oldestProgram} may run on this schema; going back further needs a backup.`;
  if (newer === 0) return others;
  return `The schema is newer than this version, which may ${compatible ? "" : "not "}run on it. ${others}`;
}

export type Status = z.output<typeof statusOutput>;

/** The state of the database, which may have no schema yet. Changes nothing. */
export async function status({ deps }: Pick<ActionContext, "deps">): Promise<Status> {
  const { db } = deps;
  const migrations = await migrationStatus(db);
  const [facts] = await db.query<ServerFacts>(FACTS);
  if (!facts) throw new Error("the database returned no facts");
  const edited = [...(await editedMigrations(db))];
  const shared = { database: db.kind, ...facts, ...migrations, range: rangeSentence(migrations), edited };
  if (migrations.pending > 0) return { ...shared, staffAccounts: null, secretKeyFits: null, empty: null };
  const empty = await db.transaction(async (tx) => isEmpty(tx, await tablesOf(tx)), { readOnly: true });
  const secretKeyFits = await matchesKeyCheck(db.orm, deps.encryption);
  const untrustedProxyAt = await untrustedProxySeenAt(deps);
  return { ...shared, staffAccounts: await countStaff(deps), secretKeyFits, empty, untrustedProxyAt };
}
