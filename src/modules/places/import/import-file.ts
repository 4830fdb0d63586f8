import type { z } from "zod";
import { FileError } from "../../../core/files/file-error.ts";
import type { ActionContext, OperatorPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { inRolledBack } from "../../../db/transactions/rolled-back.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { lookAlikesOf } from "../duplicates/look-alikes.ts";
import type { ImportReport, importInput } from "../schema.ts";
import { leftAsGiven } from "./changed-columns.ts";
import { lockImports } from "./import-staging.ts";
import { stageFile } from "./intake.ts";
import { creationsOf, matchAll } from "./match-staged.ts";
import { writeMatched } from "./merge-staged.ts";

/**
 * Imports all valid places of a file, or none if the file is malformed. Updates the place with the same maps id, else
 * the one with the same name and address; of several entries of one place the last counts. Owners and tiers that rest on
 * evidence stay. Throws 400 on a malformed file.
 */
export async function importFile(
  ctx: ActionContext<OperatorPrincipal>,
  { file, format, dryRun }: z.output<typeof importInput>,
): Promise<ImportReport> {
  const source = () => ({ bytes: Bun.file(file).stream(), format });
  const work = async (tx: Tx): Promise<ImportReport> => {
    if (dryRun) return dryRunOf(tx, ctx, source());
    const report = await importInto(tx, ctx, source());
    await recordImport(tx, ctx, report);
    return report;
  };
  const open = <T>(each: (tx: Tx) => Promise<T>) => ctx.deps.db.transaction(each, { timeoutMs: 0 });
  return (dryRun ? inRolledBack(open, work) : open(work)).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

/** New places of a file that are compared with others; more would keep the server busy for minutes. docs/limits.md */
export const PLACES_MAX = 20_000;

async function dryRunOf(tx: Tx, ctx: ActionContext, source: Source): Promise<ImportReport> {
  skipAuditCheck(ctx);
  const lookAlikes: NonNullable<ImportReport["lookAlikes"]> = [];
  const report = await importInto(tx, ctx, source, async () => {
    const creations = await creationsOf(tx);
    const alike = creations.length > PLACES_MAX ? [] : await lookAlikesOf(tx, creations, ctx.call.signal);
    for (const { entry, places } of alike) lookAlikes.push({ ...entry, places: [...places] });
  });
  return { ...report, dryRun: true, lookAlikes };
}

type Source = Parameters<typeof stageFile>[2];

/** Writes a file in a transaction, one import at a time. `check` may throw once the entries are matched. */
export async function importInto(
  tx: Tx,
  { deps, call }: ActionContext,
  source: Source,
  check?: (tx: Tx) => Promise<void>,
): Promise<ImportReport> {
  await lockImports(tx);
  const staged = await stageFile(tx, deps, source, call.progress);
  const { read, refused, withoutFacts, withoutValues, doubtful, refusals, doubts } = staged;
  const matched = await matchAll(tx);
  await check?.(tx);
  const left = (await leftAsGiven(tx)).map(({ at, columns }) => ({
    at,
    reason: `Left as the owner or our team wrote it: ${columns.join(", ").replaceAll("_", " ")}`,
  }));
  const { replaced, ...counts } = await writeMatched(tx, deps, matched);
  const success = refused + withoutFacts + withoutValues === 0;
  return {
    success,
    dryRun: false,
    read,
    ...counts,
    refused,
    withoutFacts,
    withoutValues,
    doubtful,
    refusals,
    doubts,
    replaced: [...replaced],
    left,
  };
}

/** Records the counts of an import in the audit log. */
export const recordImport = (
  tx: Tx,
  ctx: ActionContext,
  { refusals: _, replaced: __, left: ___, lookAlikes: ____, doubts: _____, ...after }: ImportReport,
) => record(tx, ctx, { subject: null, after });

/** A malformed file as a refusal; other errors as they are. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof FileError ? new DomainError("invalid", error.message) : error;
