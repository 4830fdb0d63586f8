import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Erasure, PersonalData, PersonalRecord } from "../../shared/people/personal-data.ts";
import type { Unlinked } from "./table.ts";

declare module "../../core/rpc/offers.ts" {
  interface Offers {
    readonly onPartner?: OnPartner;
  }
}

/** What a module does with its records of a partner. The account is locked, except where data is read. */
export interface OnPartner {
  readonly personalData: (tx: Tx, who: Applicant) => Promise<PersonalData>;
  /** The certificates that a partner sent, with what it typed, for its own export. */
  readonly renewals?: (tx: Tx, partnerId: string) => Promise<readonly Omit<PersonalRecord, "onErasure">[]>;
  /** What a deletion is about to unlink and close, for `restore`. */
  readonly linked: (tx: Tx, partnerId: string) => Promise<Unlinked>;
  /** Closes what is pending, because the account is deleted or erased. */
  readonly close?: (tx: Tx, ctx: RemoverContext, partnerId: string) => Promise<Closed>;
  /** Links what outlives a deleted account to the hash of its address instead. */
  readonly unlink?: (tx: Tx, partnerId: string, formerPartner: string) => Promise<void>;
  /** Links what `linked` found to the restored partner. Returns sentences about what did not come back. */
  readonly restore: (tx: Tx, deps: Deps, partnerId: string, unlinked: Unlinked) => Promise<readonly string[]>;
  /** Erases what is personal. Decisions about places stay. */
  readonly erase?: (tx: Tx, deps: Deps, who: Applicant) => Promise<Erasure>;
}

export type RemoverContext = ActionContext<StaffActor | PartnerPrincipal>;

/** How much was released or closed with an account. */
export interface Closed {
  readonly freedPlaces?: number;
  readonly closedClaims?: number;
  readonly closedRequests?: number;
}

/** Whose records: those of an account, those that deleted accounts of an address left, or both. */
export type Applicant =
  | { readonly id: string; readonly former: null }
  | { readonly id: string | null; readonly former: readonly string[] };

export const idsOf = (records: Unlinked[string] = []): string[] => records.map(({ id }) => id);

interface Linked {
  readonly partnerId: PgColumn;
  readonly formerPartner: PgColumn;
}

/** In the audit entry of an account's deletion: whose it was. */
export const FORMER = "formerPartner";

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
