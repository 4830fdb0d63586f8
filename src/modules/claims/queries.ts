import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { FileResponse } from "../../core/files/file-response.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import { errorLogFields } from "../../core/rpc/error-mapping.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { dueBy } from "../../shared/business-days.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Page } from "../../shared/listing.ts";
import { reasonOf } from "../../shared/reviews.ts";
import type { Claim, claimList } from "./schema.ts";
import { evidenceFiles, poiClaims as t } from "./table.ts";

type Row = typeof t.$inferSelect;

const NEWEST: Sorting<Row> = {
  column: t.submittedAt,
  kind: "time",
  descending: true,
  of: (row) => row.submittedAt,
};

/** The caller's own claims, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  { limit, cursor }: z.output<typeof claimList>,
): Promise<Page<Claim>> {
  const where = eq(t.partnerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, limit, cursor });
  return { ...page, items: page.items.map(claimOf) };
}

/** A claim as its own partner sees it: nothing of who decided. */
export function claimOf({ partnerId, partnerName, reviewedBy, reason, ...row }: Row): Claim {
  const documents = [...row.documents];
  return { ...row, documents, reason: reasonOf(reason), dueBy: dueBy(row.submittedAt) };
}

/** The form of an id; nothing that a person writes has it. */
export const FILE_ID = /^[0-9a-hj-km-np-tv-z]{26}$/;

/** What a file's bytes are sealed for. */
export const associatedData = (id: string): string => `evidence_files.bytes.${id}`;

export const noSuchFile = () => new DomainError("notFound", "There is no such file");

/** The bytes of a file that came with a claim, and whose claim. Throws 404 where there are none. */
export async function sentFile(deps: Deps, id: string, inline: boolean) {
  const sent = and(
    eq(evidenceFiles.id, id),
    isNotNull(evidenceFiles.claimId),
    isNull(evidenceFiles.removedAt),
  );
  const [row] = await deps.db.orm.select().from(evidenceFiles).where(sent);
  if (!row) throw noSuchFile();
  return { claimId: row.claimId, file: await fileOf(deps, row, inline) };
}

/** What the disk or the file store did; that it is full or away is no error of the caller's. Throws 503. */
export function kept<T>({ log }: Deps, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    log.error(errorLogFields(error), "the file store failed");
    const sentence = "Files cannot be kept at this moment. Please try again later.";
    throw new DomainError("unavailable", sentence, { retryAfter: 30 });
  });
}

/** The bytes of a stored file. Throws 404 where they are gone. */
export async function fileOf(
  deps: Deps,
  { id, name, contentType }: typeof evidenceFiles.$inferSelect,
  inline: boolean,
): Promise<FileResponse> {
  const stored = await kept(deps, deps.ports.files.get(id));
  if (stored === null) throw noSuchFile();
  return {
    name,
    contentType,
    inline,
    bytes: deps.encryption.decryptStream("evidence", associatedData(id), stored),
  };
}
