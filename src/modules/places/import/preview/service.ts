import type { z } from "zod";
import { readUpload, tooLarge, UPLOAD_BYTES } from "../../../../core/files/read-upload.ts";
import type { ActionContext } from "../../../../core/rpc/context.ts";
import type { StaffActor } from "../../../../core/rpc/procedures.ts";
import type { Tx } from "../../../../db/client.ts";
import { minutes } from "../../../../shared/duration.ts";
import { DomainError } from "../../../../shared/errors.ts";
import { skipAuditCheck } from "../../../audit/service.ts";
import { lookAlikesOf } from "../../duplicates/look-alikes.ts";
import type { ImportReport } from "../../schema.ts";
import { asRefusal, importInto, recordImport } from "../import-file.ts";
import { stageFile } from "../intake.ts";
import { matchAll } from "../match-staged.ts";
import { changesOf, creationsOf, digestOf, LISTED_MAX } from "./plan.ts";
import type { ImportPreview, importPreviewedInput, previewInput } from "./schema.ts";

/** Places of a file that is previewed; comparing more would keep the server busy for minutes. docs/limits.md */
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
    return longReads.ofServer(ctx, () => previewOf(ctx, bytes));
  });
}

async function previewOf(
  { deps: { db }, call }: ActionContext<StaffActor>,
  bytes: readonly Uint8Array[],
): Promise<ImportPreview> {
  const { creations, ...plan } = await db
    .transaction((tx) => planOf(tx, bytes), { timeoutMs: PREVIEW_TIMEOUT, signal: call.signal })
    .catch((error: unknown) => Promise.reject(asRefusal(error)));
  const alike = await lookAlikesOf(db, creations, call.signal);
  return {
    ...plan,
    created: creations.length,
    creations: creations.slice(0, LISTED_MAX),
    alike: alike.length,
    lookAlikes: alike.slice(0, LISTED_MAX).map(({ entry, places }) => ({ ...entry, places: [...places] })),
  };
}

async function planOf(tx: Tx, bytes: readonly Uint8Array[]) {
  const { read, refused, refusals } = await stageFile(tx, sourceOf(bytes));
  if (read > PLACES_MAX) throw tooLong(read);
  const { matched, merged, repeated } = await matchAll(tx);
  const { updated, changes } = await changesOf(tx);
  return {
    ...{ preview: await digestOf(tx, false), read, refused, refusals: [...refusals], repeated },
    ...{ updated, changes, unchanged: matched - updated + merged },
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
  const work = async (tx: Tx): Promise<ImportReport> => {
    const report = await importInto(tx, ctx, sourceOf(bytes), check);
    await recordImport(tx, ctx, report);
    return report;
  };
  return ctx.deps.db
    .transaction(work, { timeoutMs: 0 })
    .catch((error: unknown) => Promise.reject(asRefusal(error)));
}

/** Read before the transaction, because the sender may be slow, and whole, because a transaction may run again. */
async function readWhole({ file, size = 0 }: z.output<typeof previewInput>): Promise<readonly Uint8Array[]> {
  if (size > UPLOAD_BYTES) throw tooLarge();
  return Array.fromAsync(readUpload(file));
}

const sourceOf = (bytes: readonly Uint8Array[]) => ({ bytes, format: "csv" }) as const;

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
