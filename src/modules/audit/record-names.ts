import { inArray } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../db/client.ts";
import type { RecordNoun } from "../../shared/audit/record-nouns.ts";
import { nounOf, recordedName } from "../../shared/audit/sentence.ts";
import { staffUsers } from "../accounts/table.ts";
import { apiTokens } from "../accounts/tokens/table.ts";
import { issuers } from "../evidence/table.ts";
import { partnershipInquiries } from "../inquiries/table.ts";
import { mails } from "../mail/table.ts";
import { poiClaims } from "../ownership/claims/table.ts";
import { poiRequests } from "../ownership/requests/table.ts";
import { partners } from "../partners/table.ts";
import { payments } from "../payments/table.ts";
import { pois } from "../places/table.ts";
import { broadcasts } from "../waitlist/broadcasts/table.ts";
import type { auditLog } from "./table.ts";

type Row = typeof auditLog.$inferSelect;

interface NamedTable {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly name: PgColumn;
}

/** Where records have their names. */
const TABLES: Readonly<Record<RecordNoun, NamedTable>> = {
  place: { table: pois, id: pois.id, name: pois.name },
  inquiry: {
    table: partnershipInquiries,
    id: partnershipInquiries.id,
    name: partnershipInquiries.businessName,
  },
  partner: { table: partners, id: partners.id, name: partners.businessName },
  staff: { table: staffUsers, id: staffUsers.id, name: staffUsers.username },
  claim: { table: poiClaims, id: poiClaims.id, name: poiClaims.poiName },
  request: { table: poiRequests, id: poiRequests.id, name: poiRequests.name },
  broadcast: { table: broadcasts, id: broadcasts.id, name: broadcasts.subject },
  issuer: { table: issuers, id: issuers.id, name: issuers.name },
  token: { table: apiTokens, id: apiTokens.id, name: apiTokens.name },
  gift: { table: payments, id: payments.id, name: payments.reference },
  mail: { table: mails, id: mails.id, name: mails.subject },
};

/**
 * The names of the records that entries are about, by their ids: as they are now, else as the entry has them. A record
 * that is gone and was recorded without a name has none.
 */
export async function recordNames(
  { orm }: Pick<Database, "orm">,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<RecordNoun, Set<string>>();
  const names = new Map<string, string>();
  for (const { action, subject, before, after } of rows) {
    const noun = nounOf(action, after);
    if (noun === null || subject === null) continue;
    ids.set(noun, (ids.get(noun) ?? new Set()).add(subject));
    const recorded = recordedName(before, after);
    if (recorded !== null) names.set(subject, recorded);
  }
  for (const [noun, wanted] of ids) {
    const { table, id, name } = TABLES[noun];
    const found = await orm
      .select({ id, name })
      .from(table)
      .where(inArray(id, [...wanted]));
    for (const row of found) names.set(String(row.id), String(row.name));
  }
  return names;
}
