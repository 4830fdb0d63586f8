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
import type { ImportReport } from "../../schema.ts";
import { SET_COLUMNS } from "../changed-columns.ts";
import { importAndRecord, listedAlike, PLACES_MAX, refuseMalformed } from "../import-file.ts";
import { stageFile } from "../intake.ts";
import { PLACE_LIST, placeList } from "../list-fields.ts";
import { creationsOf, matchAll } from "../match-staged.ts";
import type { columnsInput, ImportPreview, importPreviewedInput, previewInput } from "./schema.ts";

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
  const { creations, ...plan } = await deps.db
    .transaction((tx) => planOf(tx, deps, sourceOf(bytes, map)), {
      timeoutMs: PREVIEW_TIMEOUT,
      signal: call.signal,
    })
    .catch(refuseMalformed);
  return {
    ...plan,
    created: creations.length,
    creations: creations.slice(0, LISTED_MAX),
    ...(await listedAlike(ctx, creations)),
  };
}

async function planOf(tx: Tx, deps: Deps, source: ReturnType<typeof sourceOf>) {
  const staged = await stageFile(tx, deps, source);
  const { read, refused, withoutValues, doubtful, refusals, doubts } = staged;
  if (read > PLACES_MAX) throw tooLong(read);
  const { matched, merged, repeated, replaced } = await matchAll(tx);
  const { updated, changes } = await changesOf(tx);
  return {
    preview: await digestOf(tx, false),
    read,
    refused,
    withoutValues,
    doubtful,
    list: staged.list && headOf(staged.list),
    refusals: [...refusals],
    doubts: [...doubts],
    repeated,
    replaced: [...replaced],
    updated,
    changes,
    unchanged: matched - updated + merged,
    creations: await creationsOf(tx),
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
    if ((await digestOf(tx, true)) !== preview) throw changed();
  };
  return importAndRecord(ctx, () => sourceOf(bytes, input.map), check);
}

/** Read before the transaction, because the sender may be slow, and whole, because a transaction may run again. */
async function readWhole({
  file,
  size = 0,
}: Pick<z.output<typeof previewInput>, "file" | "size">): Promise<readonly Uint8Array[]> {
  if (size > UPLOAD_BYTES) throw tooLarge();
  return Array.fromAsync(readUpload(file));
}

const sourceOf = (bytes: readonly Uint8Array[], map: ListMap | undefined) =>
  ({ bytes, format: "csv", map }) as const;

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

const CAMEL = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Identifies what the matched entries would write: their values, and the places that they match, in their versions and with who
 * said their fields. Locks
 * these places until the transaction ends if `lock` is set.
 */
async function digestOf(tx: Tx, lock: boolean): Promise<string> {
  if (lock)
    await tx.execute(sql`
      select 1 from current_pois p where p.seq in (select poi from staged where poi is not null) order by p.id for update`);
  const { rows } = await tx.execute<{ digest: string }>(sql`
    select encode(sha256(convert_to(coalesce(string_agg(line, ' ' order by n), ''), 'UTF8')), 'hex') as digest from (
      select s.n, md5(to_jsonb(s)::text || coalesce(p.id || ':' || p.version || p.said, '')) as line
      from staged s left join current_pois p on p.seq = s.poi) lines`);
  return rows[0]?.digest ?? "";
}

/** How many places would change, and in what the first of them. */
async function changesOf(tx: Tx) {
  const pairs = SET_COLUMNS.map(
    ([column, value]) =>
      `jsonb_build_object('field', '${CAMEL(column)}', 'before', p.${column}, 'after', ${value})`,
  );
  const { rows } = await tx.execute<ImportPreview["changes"][number]>(
    sql.raw(`select s.at, p.id, p.name, jsonb_build_array(${pairs.join(", ")}) as fields
      from staged s join touched t on t.seq = s.poi join current_pois p on p.seq = s.poi order by s.n limit ${LISTED_MAX}`),
  );
  const counted = await tx.execute<{ n: number }>(sql`select count(*)::int as n from touched`);
  const changes = rows.map((row) => ({
    ...row,
    fields: row.fields.filter(({ before, after }) => before !== after),
  }));
  return { updated: counted.rows[0]?.n ?? 0, changes };
}
