import type { Command } from "commander";
import type { z } from "zod";
import { findEncryption } from "../../../src/core/crypto/secret-key.ts";
import { BackupError } from "../../../src/db/backup/backup-file.ts";
import { readEnv } from "../../../src/env.ts";
import { decoderOf } from "../../../src/modules/maintenance/backups/keys.ts";
import { verifyFile, verifyInto } from "../../../src/modules/maintenance/backups/verify.ts";
import type { restoreOutput, statusOutput } from "../../../src/modules/maintenance/schema.ts";
import { MODULES } from "../../../src/modules.ts";
import { CliError, EXIT, usageError } from "../../errors.ts";
import { operationNamed } from "../../operations.ts";
import { note, write, writeJson, writeRecord } from "../../output/output.ts";
import { type Finish, nounOf } from "../../program.ts";
import { type Globals, withTransport } from "../../run.ts";
import { writeToStdout } from "../../transport/download.ts";
import type { Transport } from "../../transport/transport.ts";
import { checkBackupFile, withBackupFile, writeBackupFile } from "./backup-file.ts";
import { newBackupKey, type PassphraseOptions } from "./passphrase.ts";

interface Options extends Globals, PassphraseOptions {
  readonly withEvidence?: true;
  readonly withoutSecrets?: true;
  readonly force?: true;
  /** True without a label. */
  readonly pin?: string | true;
  readonly into?: string;
}

const STDOUT = "-";

/** Commands that read or write a file on this machine; the other `backup` commands come from the operations. */
export function addBackup(program: Command, finish: Finish): void {
  const noun = nounOf(program, ["backup"]);
  const command = (
    line: string,
    description: string,
    work: (options: Options, file: string) => Promise<number>,
  ) => {
    const added = noun.command(line).description(description);
    added.action(async (file: string) => finish(await work(added.optsWithGlobals<Options>(), file)));
    return added
      .option("--passphrase-file <path>", "read the passphrase from the first line of a file")
      .option("--passphrase-stdin", "read the passphrase from stdin");
  };
  command(
    "create [file]",
    "Write an encrypted backup to a file or to stdout (-); without an argument, to the backup store",
    create,
  )
    .option("--passphrase", "encrypt with a passphrase instead of SECRET_KEY")
    .option("--with-evidence", "include the evidence files")
    .option("--pin [label]", "keep it until `rihla backup delete`, with an optional label")
    .option("--force", "replace the file if it exists");
  noun
    .command("key")
    .description("Print the age identity that opens the backups made with SECRET_KEY")
    .action(async () => finish(await printKey(noun.optsWithGlobals<Globals>())));
  command("verify <file>", "Read a backup to its end and check each row", (options, named) =>
    withBackupFile(named, (file) => verify(options, file)),
  ).option(
    "--into <url>",
    "also restore it on trial into this empty PostgreSQL database, which stays as it is",
  );
  command("restore <file>", "Restore a backup into an empty database", (options, named) =>
    withBackupFile(named, (file) => restore(options, file)),
  ).option("--without-secrets", "restore without the backup's SECRET_KEY, and leave out what it encrypted");
}

/** With a passphrase the present SECRET_KEY does not matter: it may have been lost. */
async function create(options: Options, file: string | undefined): Promise<number> {
  const hasPassphrase = [options.passphrase, options.passphraseFile, options.passphraseStdin].some(Boolean);
  const need = hasPassphrase ? "keyless" : "migrated";
  const input = { evidence: options.withEvidence === true };
  const { pin } = options;
  if (file === undefined) {
    const key = await newBackupKey(options);
    const pinned = pin !== undefined && { pin: true, ...(typeof pin === "string" && { label: pin }) };
    const isPlain = !hasPassphrase && pin === undefined;
    const name = isPlain ? "admin.backups.create" : "operator.backups.create";
    return withTransport(options, need, async (transport) =>
      print(options, await transport.call(operationNamed(name), { ...input, ...key, ...pinned })),
    );
  }
  if (pin !== undefined) throw usageError("--pin is for the backup store: leave the file out.");
  if (file === STDOUT) {
    if (process.stdout.isTTY) throw usageError("A backup is binary: redirect stdout to a file.");
    const key = await newBackupKey(options);
    await withTransport(options, need, async (transport) =>
      writeToStdout(
        await transport.download(operationNamed("operator.maintenance.backup"), { ...input, ...key }),
      ),
    );
    return EXIT.done;
  }
  const bytes = await writeBackupFile(options, file, { need, replace: options.force === true, input });
  return print(options, { file, bytes });
}

/** A line for each key: SECRET_KEY's first, then SECRET_KEY_OLD's. */
async function printKey(options: Globals): Promise<number> {
  const encryption = await findEncryption(readEnv());
  if (encryption === null) throw usageError("There is no SECRET_KEY here.");
  const identities = encryption.backupIdentities;
  await (options.json ? writeJson({ identities }) : write(`${identities.join("\n")}\n`));
  note("This opens every backup made with SECRET_KEY: keep it as secret.");
  return EXIT.done;
}

async function verify(options: Options, file: string): Promise<number> {
  const { encrypted, key } = await checkBackupFile(file, options);
  const settings = readEnv();
  const decode = await decoderOf(file, await findEncryption(settings), key);
  const read = await verifyFile(file, decode).catch(refuseFile);
  const trial = { url: options.into ?? "", settings, modules: MODULES };
  const { rows, ...facts } =
    options.into === undefined ? read : await verifyInto(trial, file, decode).catch(refuseFile);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const encryption = encrypted === null ? "none" : encrypted.salt === null ? "secret key" : "passphrase";
  const summary = { file, encryption, ...facts, tables: Object.keys(rows).length, total };
  return print(options, options.json ? { ...summary, rows } : summary);
}

function refuseFile(error: unknown): never {
  throw error instanceof BackupError ? usageError(error.message) : error;
}

async function restore(options: Options, file: string): Promise<number> {
  const { key } = await checkBackupFile(file, options); // before anything is changed
  return withTransport(options, "restored", async (transport) => {
    await refuseUnlessEmpty(transport);
    const input = { file, withoutSecrets: options.withoutSecrets === true, ...(key && { key }) };
    const result = await restoreInto(transport, input);
    if (result.reset) note(RESET);
    return print(options, result);
  });
}

const RESET =
  "What the lost SECRET_KEY had encrypted was left out: staff sign in with their password and set up MFA again, and partners send evidence again.";

async function refuseUnlessEmpty(transport: Transport): Promise<void> {
  const status = (await transport.call(operationNamed("admin.health.database"), {})) as z.output<
    typeof statusOutput
  >;
  if (status.applied > 0 && status.pending > 0)
    throw new CliError("unavailable", "The database is not migrated: run `rihla db migrate`.");
  if (status.empty === false)
    throw new CliError(
      "conflict",
      "The database already holds data: restore into an empty one, or replace all data with `rihla db restore`.",
    );
}

export type RestoreResult = z.output<typeof restoreOutput>;

export const restoreInto = async (transport: Transport, input: object): Promise<RestoreResult> =>
  (await transport.call(operationNamed("operator.maintenance.restore"), { ...input })) as RestoreResult;

async function print({ json }: Globals, result: unknown): Promise<number> {
  await (json ? writeJson(result) : writeRecord(result));
  return EXIT.done;
}
