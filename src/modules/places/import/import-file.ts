import { createReadStream } from "node:fs";
import type { z } from "zod";
import { FileError } from "../../../core/files/file-error.ts";
import { headOf } from "../../../core/files/list-maps.ts";
import type { ActionContext, OperatorPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { lookAlikesOf } from "../duplicates/look-alikes.ts";
import type { ImportReport, importInput } from "../schema.ts";
import { leftAsSaid } from "./changed-columns.ts";
import { lockImports } from "./import-staging.ts";
import { stageFile } from "./intake.ts";
import { creationsOf, matchAll } from "./match-staged.ts";
import { countMatched, writeMatched } from "./merge-staged.ts";

/**
 * Imports all valid places of a file, or none if the file is malformed. Updates the place with the same maps id, else
 * the one with the same name and address; of several entries of one place the last counts. Owners and tiers that rest on
 * evidence stay. Throws 400 on a malformed file.
 */
export async function importFile(
  ctx: ActionContext<OperatorPrincipal>,
  { file, format, map, dryRun }: z.output<typeof importInput>,
): Promise<ImportReport> {
  const source = () => ({ bytes: createReadStream(file), format, map });
  if (!dryRun) return importAndRecord(ctx, source);
  skipAuditCheck(ctx);
  const dryRunOf = async (tx: Tx) => ({
    report: await importInto(tx, ctx, source(), { dryRun }),
    creations: await creationsOf(tx),
  });
  const { report, creations } = await ctx.deps.db
    .transaction(dryRunOf, { timeoutMs: 0 })
    .catch(refuseMalformed);
  // the new places are compared once the transaction is over: nothing waits for that
  if (creations.length > PLACES_MAX) return { ...report, alike: null, lookAlikes: [] };
  return { ...report, ...(await listedAlike(ctx, creations)) };
}

/** Places that look like others, of which a preview or a dry run lists the first. docs/limits.md */
const ALIKE_MAX = 1_000;

/** New places of a file that are compared with others; more would keep the server busy for minutes. docs/limits.md */
export const PLACES_MAX = 20_000;

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
type Check = (tx: Tx) => Promise<void>;

/**
 * Writes a file in a transaction, one import at a time, and records its counts in the audit log. `check` may throw once
 * the entries are matched. Throws 400 on a malformed file.
 */
export function importAndRecord(
  ctx: ActionContext,
  source: () => Source,
  check?: Check,
): Promise<ImportReport> {
  const work = async (tx: Tx) => {
    await lockImports(tx);
    const report = await importInto(tx, ctx, source(), { dryRun: false, check });
    const { refusals: _, replaced: __, left: ___, doubts: ____, list: _____, ...after } = report;
    await record(tx, ctx, { subject: null, after });
    return report;
  };
  return ctx.deps.db.transaction(work, { timeoutMs: 0 }).catch(refuseMalformed);
}

async function importInto(
  tx: Tx,
  { deps, call }: ActionContext,
  source: Source,
  { dryRun, check }: { readonly dryRun: boolean; readonly check?: Check | undefined },
): Promise<ImportReport> {
  const staged = await stageFile(tx, deps, source, call.progress);
  const { read, refused, withoutFacts, withoutValues, doubtful, refusals, doubts } = staged;
  const matched = await matchAll(tx);
  await check?.(tx);
  const left = (await leftAsSaid(tx)).map(({ at, columns }) => ({
    at,
    reason: `Left as the owner or our team wrote it: ${columns.join(", ").replaceAll("_", " ")}`,
  }));
  const outcome = dryRun
    ? await countMatched(tx, matched)
    : await writeMatched(tx, deps, matched, source.format);
  if (!dryRun) await staged.list?.remember(tx, deps.now());
  const { replaced, ...counts } = outcome;
  const success = refused + withoutFacts + withoutValues === 0;
  return {
    success,
    dryRun,
    read,
    ...counts,
    refused,
    withoutFacts,
    withoutValues,
    doubtful,
    list: staged.list && headOf(staged.list),
    refusals,
    doubts,
    replaced: [...replaced],
    left,
  };
}

/** Rejects with a refusal in place of the error of a malformed file, and with any other error as it is. */
export async function refuseMalformed(error: unknown): Promise<never> {
  throw error instanceof FileError ? new DomainError("invalid", error.message) : error;
}
