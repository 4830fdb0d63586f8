import type { Command } from "commander";
import { openDatabase } from "../../src/db/client.ts";
import { migrate, migrateServer } from "../../src/db/migrate.ts";
import { readEnv } from "../../src/env.ts";
import { migrateMain } from "../../src/modules/sync/main-database/service.ts";
import { EXIT, usageError } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { note, writeJson, writeRecord } from "../output/output.ts";
import { type Finish, nounOf } from "../program.ts";
import { confirmUnlessYes, type Globals, withTransport } from "../run.ts";
import { socketOr } from "../transport/open-transport.ts";
import type { Input } from "../transport/transport.ts";
import { restoreInto } from "./backup/backup.ts";
import { checkBackupFile, writeBackupFile } from "./backup/backup-file.ts";
import type { PassphraseOptions } from "./backup/passphrase.ts";

/** Commands on the database itself; the other `db` commands come from the operations. */
export function addDatabase(program: Command, finish: Finish): void {
  const db = nounOf(program, ["db"]);
  const command = (
    line: string,
    description: string,
    work: (options: DatabaseOptions, file: string) => Promise<number>,
  ) => {
    const added = db.command(line).description(description);
    added.action(async (file: unknown) =>
      finish(await work(added.optsWithGlobals<DatabaseOptions>(), String(file))),
    );
    return added;
  };
  command("migrate", "Bring the schema up to date", migrateHere);
  command("backup <file>", "Write an encrypted backup file; works while a server is running", backup)
    .option("--passphrase", "encrypt with a passphrase instead of SECRET_KEY")
    .option("--passphrase-stdin", "read the passphrase from stdin");
  command("restore <file>", "Replace all data with a backup", restore)
    .option("--passphrase-stdin", "read the backup's passphrase from stdin")
    .option("--dry-run", "show what the backup holds and what it would replace, without changing anything");
}

interface DatabaseOptions extends Globals, PassphraseOptions {
  readonly dryRun?: true;
}

async function migrateHere(globals: Globals): Promise<number> {
  if (globals.url !== undefined)
    throw usageError("`db migrate` works only on the server's machine, without --url.");
  const settings = readEnv();
  const { databaseUrl: url, databaseDriver: driver, neonWsProxy, dataDir } = settings;
  const place = { url: url ?? "", driver, neonWsProxy };
  const migrated = await socketOr(settings, () =>
    url === undefined ? migrateDirectory(dataDir) : migrateServer(place),
  );
  if ("socket" in migrated) {
    note("The running server migrated the database when it started.");
    return printApplied(globals, 0);
  }
  await migrateMain(settings);
  return printApplied(globals, migrated.work);
}

async function migrateDirectory(dataDir: string): Promise<number> {
  const db = await openDatabase({ dataDir });
  try {
    return await migrate(db);
  } finally {
    await db.close();
  }
}

async function printApplied({ json }: Globals, applied: number): Promise<number> {
  await (json ? writeJson({ applied }) : writeRecord(`Migrations applied: ${applied}`));
  return EXIT.done;
}

/** The older name of `backup create --force`. */
async function backup(globals: DatabaseOptions, file: string): Promise<number> {
  const bytes = await writeBackupFile(globals, file, { need: "migrated", replace: true });
  const result = { file, bytes };
  await (globals.json ? writeJson(result) : writeRecord(result));
  return EXIT.done;
}

/** Unlike `backup restore`, it replaces data. */
async function restore(globals: DatabaseOptions, file: string): Promise<number> {
  const { key } = await checkBackupFile(file, globals); // before asking for confirmation or changing anything
  if (globals.dryRun) return previewRestore(globals, { file, ...(key && { key }) });
  return withTransport(globals, "replaced", async (transport) => {
    const status = (await transport.call(operationNamed("admin.health.database"), {})) as {
      empty: boolean | null;
      applied: number;
    };
    const isEmpty = status.empty ?? status.applied === 0; // a database without a schema gets that of the backup
    if (
      !isEmpty &&
      !(await confirmUnlessYes(globals, "Replace all data in the database with this backup?"))
    ) {
      note("Nothing was changed.");
      return EXIT.failed;
    }
    const { success, rows } = await restoreInto(transport, {
      file,
      replace: !isEmpty,
      ...(key && { key }),
    });
    const result = { success, rows };
    await (globals.json ? writeJson(result) : writeRecord(result));
    return EXIT.done;
  });
}

async function previewRestore(globals: DatabaseOptions, input: Input): Promise<number> {
  return withTransport(globals, "any", async (transport) => {
    const found = (await transport.call(
      operationNamed("operator.maintenance.previewRestore"),
      input,
    )) as object;
    await (globals.json ? writeJson({ dryRun: true, ...found }) : writeRecord(found));
    note("This was a dry run: nothing was changed.");
    return EXIT.done;
  });
}
