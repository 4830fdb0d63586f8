import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { FileResponse } from "../../../core/files/file-response.ts";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { readPage, type Sorting } from "../../../db/query/paging.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import { record } from "../../audit/service.ts";
import { lockOwn } from "../../partners/service.ts";
import { fileOf, noSuchFile } from "../queries.ts";
import type { claimList, EvidenceFile } from "../schema.ts";
import { evidenceFiles as t } from "../table.ts";
import { removeUnused } from "./cleanup.ts";

type Row = typeof t.$inferSelect;

const NEWEST: Sorting<Row> = {
  column: t.uploadedAt,
  kind: "time",
  descending: true,
  of: (row) => row.uploadedAt,
};

export const evidenceOf = ({ id, name, contentType, bytes, uploadedAt }: Row): EvidenceFile => ({
  id,
  name,
  contentType,
  bytes,
  uploadedAt,
});

/** The caller's own files that no claim names, newest first. */
export async function listUnsent(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  { limit, cursor }: z.output<typeof claimList>,
): Promise<Page<EvidenceFile>> {
  const where = and(eq(t.partnerId, principal.id), isNull(t.claimId), isNull(t.removedAt));
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, limit, cursor });
  return { ...page, items: page.items.map(evidenceOf) };
}

/** The bytes of the caller's own file. Throws 404 for another's as for an unknown one. */
export async function ownFile(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  id: string,
): Promise<FileResponse> {
  const [row] = await deps.db.orm
    .select()
    .from(t)
    .where(and(eq(t.id, id), eq(t.partnerId, principal.id), isNull(t.removedAt)));
  if (!row) throw noSuchFile();
  return fileOf(deps, row, false);
}

/**
 * Deletes the caller's own file. Throws 404, and 409 where a claim names it. It is out of use before its bytes go, so
 * that a process that dies between the two, and a store that is away, leave a row that the sweep finds.
 */
export async function remove(acting: ActionContext<PartnerPrincipal>, id: string) {
  const { deps, principal } = acting;
  await deps.db.transaction(async (tx) => {
    await lockOwn(tx, acting);
    const mine = and(eq(t.id, id), eq(t.partnerId, principal.id), isNull(t.removedAt));
    const [row] = await tx.select().from(t).where(mine);
    if (!row) throw noSuchFile();
    if (row.claimId !== null) throw new DomainError("conflict", "This file was sent with a claim");
    await tx.update(t).set({ removedAt: deps.now() }).where(eq(t.id, id));
    const before = { contentType: row.contentType, bytes: row.bytes };
    await record(tx, acting, { subject: id, before });
  });
  await removeUnused(deps, id);
  return { success: true as const };
}
