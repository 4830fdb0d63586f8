import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { verifyBackup } from "../../src/db/backup/backup.ts";
import { BackupError } from "../../src/db/backup/backup-file.ts";
import { openDatabase } from "../../src/db/client.ts";
import { migrate, migrateAt } from "../../src/db/migrate.ts";
import { readEnv } from "../../src/env.ts";
import { migrateMain } from "../../src/modules/sync/main-database/main-migration.ts";
import { EXIT, usageError } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { note, writeJson, writeRecord } from "../output/output.ts";
import { type Finish, nounOf } from "../program.ts";
import { confirmUnlessYes, type Globals, withTransport } from "../run.ts";
import { writeToFile } from "../transport/download.ts";
import { serverSocket } from "../transport/open-transport.ts";

/** What is about the database as a whole. */
export function addDatabase(program: Command, finish: Finish): void {
  const db = nounOf(program, ["db"]);
  const command = (
    line: string,
    description: string,
    work: (globals: Globals, file: string) => Promise<number>,
  ) => {
    const made = db.command(line).description(description);
    made.action(async (file: unknown) => finish(await work(made.optsWithGlobals<Globals>(), String(file))));
  };
  command("migrate", "Bring the schema up to date", migrateHere);
  command("backup <file>", "Write all data into a file, beside a running server too", backup);
  command("restore <file>", "Replace all data by a backup", restore);
}

async function migrateHere(globals: Globals): Promise<number> {
  if (globals.url !== undefined)
    throw usageError("`db migrate` works on the machine of the server only: leave --url away.");
  const settings = readEnv();
  const { databaseUrl: url, databaseDriver: driver, neonWsProxy, dataDir } = settings;
  if ((await serverSocket(settings)) !== null)
    note("The server that is running here migrated the database at its start.");
  else {
    const place = { url: url ?? "", driver, neonWsProxy };
    const applied = await (url === undefined ? migrateDirectory(dataDir) : migrateAt(place));
    await migrateMain(settings);
    return printApplied(globals, applied);
  }
  return printApplied(globals, 0);
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

async function backup(globals: Globals, file: string): Promise<number> {
  await withTransport(globals, "migrated", async (line) => {
    const parts = await line.download(operationNamed("upkeep.backup"), {});
    await writeToFile(file, parts, verifyBackup);
  });
  const result = { file, bytes: (await stat(file)).size };
  await (globals.json ? writeJson(result) : writeRecord(result));
  return EXIT.done;
}

/** Throws a usage error where the file is not there or no whole backup. */
async function checkBackup(file: string): Promise<void> {
  if (!(await stat(file).catch(() => null))?.isFile())
    throw usageError(`${file} is not there, or is no file.`);
  await verifyBackup(file).catch((error: unknown) => {
    throw error instanceof BackupError ? usageError(error.message) : error;
  });
}

interface RestoreResult {
  readonly rows: Readonly<Record<string, number>>;
}

async function restore(globals: Globals, file: string): Promise<number> {
  await checkBackup(file); // before anything is asked, sent or touched
  return withTransport(globals, "replaced", async (line) => {
    const status = (await line.call(operationNamed("upkeep.status"), {})) as { empty: boolean | null };
    if (
      !status.empty &&
      !(await confirmUnlessYes(globals, "Replace all data in the database by this backup?"))
    ) {
      note("Nothing was changed.");
      return EXIT.failed;
    }
    const input = { file, replace: !status.empty };
    const result = (await line.call(operationNamed("upkeep.restore"), input)) as RestoreResult;
    // a backup of before there was a search index holds the places without it
    if (result.rows.pois && result.rows.poi_words === undefined)
      await line.call(operationNamed("admin.pois.reindex"), {});
    await (globals.json ? writeJson(result) : writeRecord(result));
    return EXIT.done;
  });
}
