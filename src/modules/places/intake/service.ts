import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { FileError } from "../../../core/files/file-error.ts";
import { readUpload, tooLarge } from "../../../core/files/read-upload.ts";
import { Spool } from "../../../core/files/spool.ts";
import { tempFilePath } from "../../../core/files/temp-file.ts";
import type { ActionContext, Deps, OperatorPrincipal } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { record } from "../../audit/public.ts";
import { PLACE_UNDO } from "../table.ts";
import {
  type Applied,
  newlyClosed,
  newlyGone,
  queueMatches,
  updateOtherSources,
  writeRows,
} from "./apply.ts";
import {
  collectGone,
  collectPlannedGone,
  countRows,
  firstRefused,
  isListOfSeveral,
  matchAndDecide,
  readRows,
  refuseMissing,
  saveRows,
} from "./plan.ts";
import { refreshWithheld } from "./precision/withheld.ts";
import { cityNamed, type IntakeRecord, intakeOf } from "./queries.ts";
import { drawSamples } from "./samples.ts";
import type { Intake, IntakeOptions, receiveInput, takeInput } from "./schema.ts";
import { createStagedRows, lockImports, stagePlanned, stageText } from "./staging.ts";
import { intakes as t } from "./table.ts";

/** A file that is sent over HTTP; the command takes larger ones. docs/limits.md */
const UPLOAD_MAX = 200 * 1_024 * 1_024; // bytes

/** Takes a file of the machine. Throws 400 for a file that cannot be read and for an unknown city. */
export const takeFile = (
  ctx: ActionContext<OperatorPrincipal>,
  { file, ...options }: z.output<typeof takeInput>,
): Promise<Intake> => take(ctx, file, { ...options, name: options.name || basename(file) });

/** Takes a file that is sent. Throws the same, and 413 above 200 MiB. */
export async function receiveFile(
  ctx: ActionContext<StaffActor>,
  { file, size = 0, ...options }: z.output<typeof receiveInput>,
): Promise<Intake> {
  if (size > UPLOAD_MAX) throw tooLarge(UPLOAD_MAX);
  const { longReads } = ctx.deps.state;
  return longReads.ofAccount(ctx, async () => {
    const path = tempFilePath(ctx.deps.settings);
    try {
      const bytes = Readable.from(readUpload(file, { max: UPLOAD_MAX }));
      await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600 }));
      return await longReads.ofServer(ctx, () => take(ctx, path, options));
    } finally {
      await rm(path, { force: true });
    }
  });
}

/** Plans what a file does, and does it at once unless it is a dry run. One transaction, one import at a time. */
async function take(ctx: ActionContext, file: string, options: IntakeOptions): Promise<Intake> {
  const { deps } = ctx;
  const cityId = cityNamed(deps.state, options.city)?.id ?? null;
  const createdAt = deps.now(); // what is applied while the file is read is newer than its plan
  const spool = new Spool(deps.settings);
  try {
    const read = await readRows(ctx, options, { file, cityId, spool });
    const work = (tx: Tx) => takeRead(tx, ctx, options, { ...read, spool, cityId, createdAt });
    return await deps.db.transaction(work, { timeoutMs: 0, signal: ctx.call.signal });
  } catch (error) {
    throw error instanceof FileError ? new DomainError("invalid", error.message) : error;
  } finally {
    await spool.remove();
  }
}

type Read = Awaited<ReturnType<typeof readRows>> & {
  readonly spool: Spool;
  readonly cityId: number | null;
  readonly createdAt: Date;
};

async function takeRead(tx: Tx, ctx: ActionContext, options: IntakeOptions, read: Read): Promise<Intake> {
  const { deps, principal } = ctx;
  const { source, release, dryRun } = options;
  const { cityId, createdAt, left } = read;
  const id = randomId();
  if (!dryRun) await lockImports(tx);
  await createStagedRows(tx);
  for await (const text of read.spool.texts()) await stageText(tx, source, text);
  await matchAndDecide(tx, source, !dryRun);
  const missing = await collectGone(tx, { source, cityId });
  const counted = await countRows(tx);
  if (!dryRun) refuseMissing(source, missing, counted.counts.gone);
  const counts = { ...counted.counts, refused: counted.counts.refused + read.unreadable };
  const refused = firstRefused(read.refused, counted.refused);
  const by = { createdBy: principal.kind === "staff" ? principal.name : null, createdAt };
  const what = { id, source, release, cityId, fileName: options.name, counts, refused, left, ...by };
  await tx.insert(t).values({ ...what, state: "planned" });
  if (!dryRun) {
    const at = deps.now();
    await write(tx, ctx, { id, source, cityId, release, at });
    await tx.update(t).set({ state: "applied", appliedAt: at }).where(eq(t.id, id));
  }
  await saveRows(tx, id, dryRun && isListOfSeveral(source));
  await read.list?.remember(tx, deps.now());
  await record(tx, ctx, { subject: id, after: { source, release, city: options.city, dryRun, ...counts } });
  return intakeOf(tx, deps, id);
}

/** Writes what the staged rows do, asks about what is unsure or gone, and draws what staff check. */
async function write(tx: Tx, { deps }: ActionContext, intake: Applied): Promise<void> {
  await updateOtherSources(tx, intake);
  await writeRows(tx, deps, intake);
  await queueMatches(tx, intake);
  await tx.execute(sql`analyze pois, place_sources`); // what follows, and the next file, must not meet the plan for an empty directory
  await drawSamples(tx, deps, intake.id);
  await refreshWithheld(tx, deps, { ids: sql`(select poi from staged_rows union select poi from gone)` });
  for (const gone of [await newlyClosed(tx, intake), await newlyGone(tx, intake)])
    if (gone.ids.length > 0) for (const offer of offersOf(deps, "onSourceGone")) await offer(tx, deps, gone);
}

/**
 * Applies a planned intake, with its rows compared with the places of now. One that is applied already stays as it is. Throws
 * 404, and 409 if it was undone, or another file of its source has been applied since it was planned.
 */
export async function applyIntake(ctx: ActionContext<StaffActor>, id: string): Promise<Intake> {
  const { deps } = ctx;
  const work = async (tx: Tx): Promise<Intake> => {
    await lockImports(tx);
    const intake = await lockIntake(tx, id);
    if (intake.state === "undone")
      throw new DomainError("conflict", "This intake was undone. Bring the file again.");
    if (intake.state === "planned") await applyPlanned(tx, ctx, intake);
    else await record(tx, ctx, { subject: id, after: { state: "applied" } });
    return intakeOf(tx, deps, id);
  };
  return deps.db.transaction(work, { timeoutMs: 0 });
}

async function applyPlanned(tx: Tx, ctx: ActionContext, intake: IntakeRecord): Promise<void> {
  const { deps } = ctx;
  const { id, source, cityId, release } = intake;
  if (intake.createdAt.getTime() + PLACE_UNDO < deps.now().getTime())
    throw new DomainError("conflict", "A plan is kept for 30 days. Bring the file again.");
  const [newer] = await tx
    .select()
    .from(t)
    .where(and(eq(t.source, source), overlaps(cityId), gt(t.appliedAt, intake.createdAt)))
    .limit(1);
  if (newer)
    throw new DomainError(
      "conflict",
      `${namedIntake(newer)} was applied after this one was planned. Bring the file again.`,
    );
  const [kept] = (
    await tx.execute<{ same: number }>(sql`
      select count(*)::int as same from intake_rows where intake_id = ${id} and outcome = 'same'`)
  ).rows;
  await createStagedRows(tx);
  await stagePlanned(tx, id, source);
  await matchAndDecide(tx, source, true);
  await collectPlannedGone(tx, id, source);
  const now = await countRows(tx);
  const before = intake.counts;
  const counts = {
    ...now.counts,
    same: before.same - (kept?.same ?? 0) + now.counts.same,
    refused: before.refused + now.counts.refused,
  };
  const at = deps.now();
  await write(tx, ctx, { id, source, cityId, release, at });
  await saveRows(tx, id);
  const refused = firstRefused(intake.refused, now.refused);
  await tx.update(t).set({ state: "applied", appliedAt: at, counts, refused }).where(eq(t.id, id));
  await record(tx, ctx, { subject: id, after: { state: "applied", ...counts } });
}

/** The intakes of which some places may be of this city too. */
export const overlaps = (cityId: number | null) =>
  cityId === null ? undefined : or(isNull(t.cityId), eq(t.cityId, cityId));

/** What an intake is called in a sentence. */
export const namedIntake = ({ release, fileName }: Pick<IntakeRecord, "release" | "fileName">): string =>
  release !== ""
    ? `The release ${release}`
    : fileName !== ""
      ? `The file ${fileName}`
      : "Another file of this source";

const PURGED = 20_000; // rows per statement

/**
 * Deletes what each row did once no undo is possible, plans that were not applied by then, and what was asked by intakes that
 * were undone before; part of the hourly sweep.
 */
export async function purgeRows({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const end = new Date(now().getTime() - PLACE_UNDO).toISOString();
  await db.orm.execute(sql`
    delete from place_matches where intake_id in (select id from intakes where undone_at < ${end}::timestamptz)`);
  for (let deleted = PURGED; deleted === PURGED; )
    ({ rowCount: deleted } = await db.orm.execute(sql`
      delete from intake_rows where (intake_id, n) in (
        select r.intake_id, r.n from intake_rows r join intakes i on i.id = r.intake_id
        where coalesce(i.applied_at, i.created_at) < ${end}::timestamptz limit ${PURGED})`));
  await db.orm.execute(sql`
    delete from intakes where state = 'planned' and created_at < ${end}::timestamptz`);
}

/** Throws 404. */
export async function lockIntake(tx: Tx, id: string): Promise<IntakeRecord> {
  const [row] = await tx.select().from(t).where(eq(t.id, id)).for("update");
  if (!row) throw new DomainError("notFound", "There is no such intake");
  return row;
}
