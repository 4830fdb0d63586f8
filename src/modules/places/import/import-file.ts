import { createReadStream } from "node:fs";
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
  const source = () => ({ bytes: createReadStream(file), format });
  const open = <T>(work: (tx: Tx) => Promise<T>) =>
    ctx.deps.db.transaction(work, { timeoutMs: 0 }).catch((error: unknown) => {
      throw asRefusal(error);
    });
  if (dryRun) return dryRunOf(ctx, source, open);
  return open(async (tx) => {
    const report = await importInto(tx, ctx, source());
    await recordImport(tx, ctx, report);
    return report;
  });
}

/** Places that look like others, of which a preview or a dry run lists the first. docs/limits.md */
const ALIKE_MAX = 1_000;

/** New places of a file that are compared with others; more would keep the server busy for minutes. docs/limits.md */
export const PLACES_MAX = 20_000;

/** The new places are compared once the transaction is over: nothing waits for that. */
async function dryRunOf(
  ctx: ActionContext,
  source: () => Source,
  open: (work: (tx: Tx) => Promise<never>) => Promise<never>,
): Promise<ImportReport> {
  skipAuditCheck(ctx);
  const { report, creations } = await inRolledBack(open, async (tx) => {
    let creations: Awaited<ReturnType<typeof creationsOf>> = [];
    const report = await importInto(tx, ctx, source(), async () => {
      creations = await creationsOf(tx);
    });
    return { report, creations };
  });
  if (creations.length > PLACES_MAX) return { ...report, dryRun: true, alike: null, lookAlikes: [] };
  return { ...report, dryRun: true, ...(await listedAlike(ctx, creations)) };
}

/** How many new places look like others, and the first of them. */
export async function listedAlike(
  { deps, call }: ActionContext,
  creations: Awaited<ReturnType<typeof creationsOf>>,
) {
  const found = await lookAlikesOf(deps.db.orm, creations, call.signal);
  const lookAlikes = found
    .slice(0, ALIKE_MAX)
    .map(({ entry, places }) => ({ ...entry, places: [...places] }));
  return { alike: found.length, lookAlikes };
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
  {
    refusals: _,
    replaced: __,
    left: ___,
    lookAlikes: ____,
    alike: ______,
    doubts: _____,
    ...after
  }: ImportReport,
) => record(tx, ctx, { subject: null, after });

/** A malformed file as a refusal; other errors as they are. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof FileError ? new DomainError("invalid", error.message) : error;
