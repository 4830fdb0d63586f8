import { createReadStream } from "node:fs";
import type { z } from "zod";
import { FileError } from "../../../core/files/file-error.ts";
import { headOf } from "../../../core/files/list-maps.ts";
import type { ActionContext, OperatorPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { FileSource, Provenance } from "../../../shared/places/sources.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { queueCreated } from "../intake/apply.ts";
import { lockImports } from "../intake/staging.ts";
import { announceReported, createPlaces, updatePlaces } from "../intake/write-places.ts";
import type { TierDeps } from "../offers.ts";
import type { ImportReport, importInput } from "../schema.ts";
import {
  countEntries,
  countFactChanges,
  decideEntries,
  leftAsSaid,
  lookAlikesOf,
  recordFacts,
  reportedAmong,
} from "./decide-entries.ts";
import { type ReadList, readList } from "./stage-list.ts";

/**
 * Imports all valid places of a file, or none if the file is malformed. Updates the place that each surely is: with the same
 * maps id, else with the same name and address, else by all that is known of it; of several entries of one place the last
 * counts. One that may be a listed place is created, and staff are asked. Owners and tiers that rest on evidence stay.
 * Throws 400 on a malformed file.
 */
export async function importFile(
  ctx: ActionContext<OperatorPrincipal>,
  { file, format, map, dryRun }: z.output<typeof importInput>,
): Promise<ImportReport> {
  const read = () => readList(ctx.deps, { bytes: createReadStream(file), format, map }, ctx.call.progress);
  if (!dryRun) return importAndRecord(ctx, format, read);
  skipAuditCheck(ctx);
  return withRead(read, (list) =>
    ctx.deps.db.transaction(
      async (tx) => ({
        ...(await importInto(tx, ctx, list, { format, dryRun })),
        ...(await lookAlikesOf(tx)),
      }),
      { timeoutMs: 0 },
    ),
  );
}

/** Calls `work` with a list that was read, before its transaction: other calls are served while it is read. Throws 400. */
export async function withRead<Result>(
  read: () => Promise<ReadList>,
  work: (list: ReadList) => Promise<Result>,
): Promise<Result> {
  const list = await read().catch(refuseMalformed);
  try {
    return await work(list);
  } finally {
    await list.remove();
  }
}

type Check = (tx: Tx) => Promise<void>;

/**
 * Writes a list in a transaction, one import at a time, and records its counts in the audit log. `check` may throw once
 * the entries are decided. Throws 400 on a malformed file.
 */
export function importAndRecord(
  ctx: ActionContext,
  format: FileSource,
  read: () => Promise<ReadList>,
  check?: Check,
): Promise<ImportReport> {
  return withRead(read, (list) =>
    ctx.deps.db.transaction(
      async (tx) => {
        await lockImports(tx);
        const report = await importInto(tx, ctx, list, { format, dryRun: false, check });
        const { refusals: _, replaced: __, left: ___, doubts: ____, list: _____, ...after } = report;
        await record(tx, ctx, { subject: null, after });
        return report;
      },
      { timeoutMs: 0 },
    ),
  );
}

interface Options {
  readonly format: FileSource;
  readonly dryRun: boolean;
  readonly check?: Check | undefined;
}

async function importInto(
  tx: Tx,
  { deps }: ActionContext,
  read: ReadList,
  { format, dryRun, check }: Options,
): Promise<ImportReport> {
  await read.stage(tx);
  const { repeated, replaced, ...alike } = await decideEntries(tx, format, !dryRun);
  await check?.(tx);
  const left = await leftAsSaid(tx, format);
  const alone = dryRun ? await countFactChanges(tx) : await writeEntries(tx, deps, format);
  const counts = await countEntries(tx, alone);
  if (!dryRun) await read.list?.remember(tx, deps.now());
  const { withoutFacts, withoutValues, doubtful, doubts } = read;
  const refused = read.refused + alike.refused;
  return {
    success: refused + withoutFacts + withoutValues === 0,
    dryRun,
    read: read.read,
    ...counts,
    repeated,
    refused,
    withoutFacts,
    withoutValues,
    doubtful,
    list: read.list && headOf(read.list),
    refusals: [...read.refusals, ...alike.refusals],
    doubts,
    replaced: [...replaced],
    left,
  };
}

/** Creates and updates places, and asks about those that may be others. Returns how many change in nothing but facts. */
export async function writeEntries(tx: Tx, deps: TierDeps, source: FileSource): Promise<number> {
  const now = deps.now();
  const word: Provenance = { by: "file", source, release: "", at: now.toISOString() };
  await updatePlaces(tx, deps, word);
  await announceReported(tx, deps, await reportedAmong(tx));
  await createPlaces(tx, deps, { cityId: null }, word);
  await queueCreated(tx, source, now);
  return recordFacts(tx, now);
}

/** Rejects with a refusal in place of the error of a malformed file, and with any other error as it is. */
export async function refuseMalformed(error: unknown): Promise<never> {
  throw error instanceof FileError ? new DomainError("invalid", error.message) : error;
}
