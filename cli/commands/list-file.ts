import { stat, writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { textOf } from "../../src/core/files/csv-reader.ts";
import {
  type ListColumn,
  type ListGuess,
  type ListHead,
  refusedRows,
} from "../../src/shared/list-columns.ts";
import { CliError, usageError } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { note } from "../output/output.ts";
import type { Transport } from "../transport/transport.ts";

export interface ListOptions {
  readonly map?: string;
  readonly errors?: string;
}

/** The options of a command that imports a list. */
export const addListOptions = (command: Command): Command =>
  command
    .option(
      "--map <file>",
      "read the columns as this JSON says; where there is no such file, write the guess to it",
    )
    .option("--errors <file>", "write the lines that were not taken to this file, with the reasons");

/** Throws a usage error unless it is a file. */
export async function checkIsFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw usageError(`${path} is a folder, not a file.`);
  if (!found?.isFile()) throw usageError(`There is no file ${path}.`);
}

const HEAD_BYTES = 256 * 1_024; // in which the columns are recognized

/** A list's text. */
export async function listText(path: string, bytes?: number): Promise<string> {
  const file = Bun.file(path);
  const read = await (bytes === undefined ? file : file.slice(0, bytes)).bytes().catch(() => {
    throw usageError(`There is no file ${path}.`);
  });
  try {
    return (await Array.fromAsync(textOf([read]))).join("");
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : "The file is not valid UTF-8 or UTF-16 text.");
  }
}

/** How the columns of a list are recognized. */
async function guessOf(transport: Transport, operation: string, path: string): Promise<ListGuess> {
  const file = await listText(path, HEAD_BYTES);
  return (await transport.call(operationNamed(operation), { file })) as ListGuess;
}

/**
 * The JSON of a map file; undefined if none is named. If it is named and is not there, the guess is written to it, and
 * nothing is imported: then null.
 */
export async function mapIn(
  transport: Transport,
  operation: string,
  path: string,
  map: string | undefined,
): Promise<string | undefined | null> {
  if (map === undefined) return undefined;
  const file = Bun.file(map);
  if (await file.exists()) return file.text();
  const guess = await guessOf(transport, operation, path);
  const columns = Object.fromEntries(guess.columns.map(({ column, field }) => [column, field]));
  await writeFile(map, `${JSON.stringify({ columns, values: {} }, null, 2)}\n`, { flag: "wx" }).catch(
    (error) => {
      throw new CliError("invalid", `${map} cannot be written: ${String(error)}`);
    },
  );
  noteColumns(guess.columns);
  for (const name of guess.missing) note(`No column gives ${name}.`);
  note(`This is in ${map} now. Correct it and run the command again: nothing was imported.`);
  return null;
}

/** Of our own exports: it says where the places are from, and there is nothing to take. */
const SOURCES_COLUMN = "sources";

/** Prints what each column is taken for, with a sample. */
export function noteColumns(columns: readonly ListColumn[]): void {
  for (const { column, field, sample } of columns) {
    if (field === null && column === SOURCES_COLUMN) continue;
    const example = sample === "" ? "" : `, such as ${sample}`;
    note(field === null ? `column ${column}: not taken${example}` : `column ${column}: ${field}${example}`);
  }
}

interface Line {
  readonly at: number;
  readonly reason: string;
}

/** Writes the lines that were not taken as they are in the list, with their reasons. */
export async function writeErrors(
  path: string | undefined,
  list: string,
  head: Pick<ListHead, "header" | "delimiter">,
  lines: readonly Line[],
): Promise<void> {
  if (path === undefined || lines.length === 0) return;
  await writeFile(path, `\uFEFF${refusedRows(await listText(list), head, lines)}`, { mode: 0o600 });
  note(
    `${lines.length === 1 ? "1 line is" : `${lines.length} lines are`} in ${path} with the reasons. Fix them and import that file.`,
  );
}

/** As `writeErrors`, where the report does not say how the list is read. */
export async function writeErrorsOf(
  transport: Transport,
  operation: string,
  options: ListOptions,
  path: string,
  lines: readonly Line[],
): Promise<void> {
  if (options.errors === undefined || lines.length === 0) return;
  await writeErrors(options.errors, path, await guessOf(transport, operation, path), lines);
}
