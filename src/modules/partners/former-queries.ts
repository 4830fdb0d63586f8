import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Deps } from "../../core/rpc/context.ts";
import { emailKey } from "../../shared/fields.ts";

/** Whose records: those of an account, those that deleted accounts of an address left, or both. */
export type Applicant =
  | { readonly id: string; readonly former: null }
  | { readonly id: string | null; readonly former: readonly string[] };

interface Linked {
  readonly partnerId: PgColumn;
  readonly formerPartner: PgColumn;
}

/** Names deleted accounts of an address without it. With another SECRET_KEY it names others. */
export const formerPartnerHash = ({ encryption }: Deps, email: string): string =>
  encryption.keyedHash("former-partner", emailKey(email));

/** What `formerPartnerHash` may have returned for an address, with the older keys too. */
export const formerPartnerHashes = ({ encryption }: Deps, email: string): readonly string[] =>
  encryption.keyedHashes("former-partner", emailKey(email));

export const isOf = (table: Linked, { id, former }: Applicant): SQL =>
  or(
    id === null ? undefined : eq(table.partnerId, id),
    former === null ? undefined : inArray(table.formerPartner, [...former]),
  ) ?? sql`false`;
