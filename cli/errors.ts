import { TRPCError } from "@trpc/server";
import { CommanderError } from "commander";
import { errorLogFields, toDomainError } from "../src/core/rpc/error-mapping.ts";
import { BackupError } from "../src/db/backup/backup-file.ts";
import { DirectoryInUse } from "../src/db/drivers/directory-lock.ts";
import { connectionProblem, isDiskFull } from "../src/db/errors.ts";
import { MigrationError } from "../src/db/migrate.ts";
import { SettingError } from "../src/env.ts";
import { MainDatabaseError } from "../src/modules/sync/main-database/main-errors.ts";
import { DomainError, ERROR_KINDS, type ErrorKind } from "../src/shared/errors.ts";

/** Exit codes that do not come from `ERROR_KINDS`. */
export const EXIT = { done: 0, failed: 1, usage: 2, partly: 5, interrupted: 130 } as const;

/** A failure as the shell and the person see it. */
export interface CliFailure {
  readonly exit: number;
  readonly body: { readonly error: string; readonly code: string; readonly [fact: string]: unknown };
}

/** A failure of the command itself. Its message is shown to the operator. */
export class CliError extends Error {
  override readonly name = "CliError";

  constructor(
    readonly kind: ErrorKind,
    message: string,
  ) {
    super(message);
  }
}

export const usageError = (message: string): CliError => new CliError("invalid", message);

/** A failed call as the server reported it. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";

  constructor(readonly failure: CliFailure) {
    super(failure.body.error);
  }
}

/** The exit code for an error response: by its code, else by its status. */
export function exitOf(code: unknown, status: number): number {
  const rows = Object.values(ERROR_KINDS);
  const row = rows.find((each) => each.code === code) ?? rows.find((each) => each.status === status);
  if (row) return row.exit;
  return status >= 500 ? ERROR_KINDS.unavailable.exit : EXIT.failed;
}

/** The exit code and the message of any failure. An unexpected error shows its class only, because its message may hold data. */
export function describeFailure(error: unknown): CliFailure {
  if (error instanceof RemoteError) return error.failure;
  if (error instanceof CommanderError)
    return { exit: EXIT.usage, body: bodyOf("invalid", usageMessageOf(error)) };
  const kind = kindOfOperatorError(error);
  if (kind) return { exit: ERROR_KINDS[kind].exit, body: bodyOf(kind, (error as Error).message) };
  if (error instanceof DomainError || error instanceof TRPCError) return describeRefusal(error);
  const problem = connectionProblem(error);
  if (problem) return { exit: ERROR_KINDS.unavailable.exit, body: bodyOf("unavailable", problem) };
  return { exit: EXIT.failed, body: bodyOf("internal", messageOfUnexpected(error)) };
}

/** The kind of an error whose message is written for the operator. */
function kindOfOperatorError(error: unknown): ErrorKind | undefined {
  if (error instanceof CliError) return error.kind;
  if (error instanceof SettingError) return "invalid";
  if (error instanceof DirectoryInUse || error instanceof MainDatabaseError) return "unavailable";
  return error instanceof MigrationError || error instanceof BackupError ? "internal" : undefined;
}

function describeRefusal(error: unknown): CliFailure {
  const refusal = toDomainError(error);
  const { requestId, ...body } = refusal.body("");
  return { exit: ERROR_KINDS[refusal.kind].exit, body };
}

function messageOfUnexpected(error: unknown): string {
  if (isDiskFull(error)) return "The disk that this command writes to is full.";
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return message; // a system error, whose message names the file
  return `Unexpected error: ${String(errorLogFields(error).error)}.`;
}

const bodyOf = (kind: ErrorKind, error: string) => ({ error, code: ERROR_KINDS[kind].code });

/** Commander quotes an unknown option with its value, which may be a secret. */
function usageMessageOf({ message }: CommanderError): string {
  return message
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ")
    .replace(/'(--?[\w-]+)=[^']*'/g, "'$1'");
}
