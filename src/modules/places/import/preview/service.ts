import { sql } from "drizzle-orm";
import type { z } from "zod";
import { textOf } from "../../../../core/files/csv-reader.ts";
import { headOf, openKept } from "../../../../core/files/list-maps.ts";
import { readUpload, tooLarge, UPLOAD_BYTES } from "../../../../core/files/read-upload.ts";
import type { ActionContext, Deps } from "../../../../core/rpc/context.ts";
import type { StaffActor } from "../../../../core/rpc/procedures.ts";
import type { Tx } from "../../../../db/client.ts";
import { minutes } from "../../../../shared/duration.ts";
import { DomainError } from "../../../../shared/errors.ts";
import type { ListGuess, ListMap } from "../../../../shared/list-columns.ts";
import { skipAuditCheck } from "../../../audit/public.ts";
import { COLUMN_OF, FIELDS, IS_REPORTED, writtenValueOf } from "../../intake/decide-rows.ts";
import { executeRaw } from "../../intake/staging.ts";
import type { ImportReport } from "../../schema.ts";
import { countEntries, decideEntries, lookAlikesOf } from "../decide-entries.ts";
import { importAndRecord, refuseMalformed, withRead } from "../import-file.ts";
import { PLACE_LIST, placeList } from "../list-fields.ts";
import { type ReadList, readList } from "../stage-list.ts";
import type { columnsInput, ImportPreview, importPreviewedInput, previewInput } from "./schema.ts";

/** Places of a file that is previewed; more would keep the server busy for minutes. docs/limits.md */
const PLACES_MAX = 20_000;
const PREVIEW_TIMEOUT = minutes(2); // of a statement, of which the longest compares all places of the file

/**
 * What an import of a CSV file would do. Changes nothing. Throws 400 on a malformed or too long file, 413 above 10 MiB, and
 * 503 if too many are being made.
 */
export async function previewImport(
  ctx: ActionContext<StaffActor>,
  input: z.output<typeof previewInput>,
): Promise<ImportPreview> {
  skipAuditCheck(ctx);
  const { longReads } = ctx.deps.state;
  return longReads.ofAccount(ctx, async () => {
    const bytes = await readWhole(input); // a slow sender waits for itself alone
    return longReads.ofServer(ctx, () => previewOf(ctx, bytes, input.map));
  });
}

/** How a CSV file would be read, and what it lacks. Throws 400 on a malformed file, and 413 above 10 MiB. */
export async function importColumns(
  ctx: ActionContext<StaffActor>,
  { file, size, map }: z.output<typeof columnsInput>,
): Promise<ListGuess> {
  skipAuditCheck(ctx);
  const { db, state } = ctx.deps;
  const bytes = typeof file === "string" ? [new TextEncoder().encode(file)] : await readWhole({ file, size });
  const list = await openKept(db.orm, PLACE_LIST, textOf(bytes), placeList(state.gazetteer), map).catch(
    refuseMalformed,
  );
  return { ...headOf(list), missing: [...list.missing] };
}

async function previewOf(
  ctx: ActionContext<StaffActor>,
  bytes: readonly Uint8Array[],
  map: ListMap | undefined,
): Promise<ImportPreview> {
  const { deps, call } = ctx;
  return withRead(
    () => readBytes(deps, bytes, map),
    (list) => {
      if (list.read > PLACES_MAX) throw tooLong(list.read);
      const limits = { timeoutMs: PREVIEW_TIMEOUT, signal: call.signal };
      return deps.db.transaction((tx) => planOf(tx, list), limits);
    },
  );
}

async function planOf(tx: Tx, list: ReadList) {
  await list.stage(tx);
  const { repeated, replaced, ...alike } = await decideEntries(tx, "csv", false);
  const { read, withoutValues, doubtful, doubts } = list;
  const counts = await countEntries(tx, 0);
  return {
    preview: await digestOf(tx),
    read,
    refused: list.refused + alike.refused,
    withoutValues,
    doubtful,
    list: list.list && headOf(list.list),
    refusals: [...list.refusals, ...alike.refusals],
    doubts: [...doubts],
    repeated,
    replaced: [...replaced],
    ...counts,
    changes: await changesOf(tx),
    creations: await creationsOf(tx),
    ...(await lookAlikesOf(tx)),
  };
}

/**
 * Imports a CSV file as it was previewed. Throws 409 if the import would do something else by now, 400 on a malformed
 * file, and 413 above 10 MiB.
 */
export async function importPreviewed(
  ctx: ActionContext<StaffActor>,
  { preview, ...input }: z.output<typeof importPreviewedInput>,
): Promise<ImportReport> {
  const bytes = await readWhole(input);
  const check = async (tx: Tx): Promise<void> => {
    if ((await digestOf(tx)) !== preview) throw changed();
  };
  return importAndRecord(ctx, "csv", () => readBytes(ctx.deps, bytes, input.map), check);
}

/** Read before the transaction, because the sender may be slow, and whole, because a transaction may run again. */
async function readWhole({
  file,
  size = 0,
}: Pick<z.output<typeof previewInput>, "file" | "size">): Promise<readonly Uint8Array[]> {
  if (size > UPLOAD_BYTES) throw tooLarge();
  return Array.fromAsync(readUpload(file));
}

const readBytes = (deps: Deps, bytes: readonly Uint8Array[], map: ListMap | undefined) =>
  readList(deps, { bytes, format: "csv", map });

const tooLong = (read: number) => {
  const [all, most] = [read, PLACES_MAX].map((count) => count.toLocaleString("en-US"));
  const rest = `At most ${most} can be imported here. Split the file, or use the command poi import.`;
  return new DomainError("invalid", `This file has ${all} places. ${rest}`);
};

const changed = () =>
  new DomainError(
    "conflict",
    "This file or the places have changed since the preview. Nothing was imported. Please look at the preview again.",
  );

/** Places of each kind that a preview lists, look-alikes aside. docs/limits.md */
const LISTED_MAX = 100;

/**
 * Identifies what the decided entries would write: their values, and the places that they change or may be, in their
 * versions and with who said their fields.
 */
async function digestOf(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ digest: string }>(sql`
    select encode(sha256(convert_to(coalesce(string_agg(line, ' ' order by n), ''), 'UTF8')), 'hex') as digest from (
      select t.n, md5(to_jsonb(t)::text || coalesce(p.id || ':' || p.version || p.said, '')) as line
      from staged_rows t left join current_pois p on p.id = t.poi) lines`);
  return rows[0]?.digest ?? "";
}

/** The first of the places that would be new, in the order of the file. */
async function creationsOf(tx: Tx) {
  const { rows } = await tx.execute<ImportPreview["creations"][number]>(sql`
    select at, row->>'name' as name, row->>'address' as address, row->>'city' as city, row->>'state' as state
    from staged_rows where outcome = 'new' order by n limit ${LISTED_MAX}`);
  return rows;
}

/** In what the first of the places that change would. */
async function changesOf(tx: Tx) {
  const pairs = [
    ...FIELDS.map((field) => [field, `p.${COLUMN_OF[field]}`, writtenValueOf(field)]),
    ["placeId", "p.place_id", "case when t.before ? 'mapsId' then t.place_id else p.place_id end"],
    [
      "halalVerificationStatus",
      "p.halal_verification_status",
      `case when ${IS_REPORTED} then 'reported' else p.halal_verification_status end`,
    ],
  ].map(
    ([field, before, after]) =>
      `jsonb_build_object('field', '${field}', 'before', ${before}, 'after', ${after})`,
  );
  const { rows } = await executeRaw<ImportPreview["changes"][number]>(
    tx,
    `select t.at, p.id, p.name, jsonb_build_array(${pairs.join(", ")}) as fields
      from staged_rows t join current_pois p on p.id = t.poi where t.outcome = 'changed' order by t.n limit ${LISTED_MAX}`,
  );
  return rows.map((row) => ({
    ...row,
    fields: row.fields.filter(({ before, after }) => before !== after),
  }));
}
