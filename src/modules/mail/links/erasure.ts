import { desc, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { Erasure } from "../../../shared/people/erasure.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import { oneTimeLinks as t } from "./table.ts";

/** The accounts of a person: of those that an erasure deletes, and of those that it keeps. */
interface Accounts {
  readonly deleted: readonly string[];
  readonly kept: readonly string[];
}

/** The links of a person's accounts, and those of others that name the person's address. Called by `people`. */
export async function linksOf(tx: Tx, email: string, { deleted, kept }: Accounts): Promise<PersonalData> {
  const rows = await tx
    .select()
    .from(t)
    .where(or(inArray(t.ownerId, [...deleted, ...kept]), mayName(email)))
    .orderBy(desc(t.createdAt));
  const isKept = new Set<string | null>(kept);
  const isDeleted = new Set<string | null>(deleted);
  const found = rows.filter(
    ({ ownerId, data }) => isKept.has(ownerId) || isDeleted.has(ownerId) || names(data, email),
  );
  return {
    links: found.map(({ slot, ownerId, createdAt, kind, expiresAt, usedAt, data }) => ({
      id: slot,
      at: createdAt,
      kind,
      expiresAt,
      usedAt,
      data,
      onErasure: isKept.has(ownerId) ? ("kept" as const) : ("deleted" as const),
    })),
  };
}

/** PostgreSQL lowers only ASCII like `emailKey` whatever its locale; `names` decides about other letters. */
const mayName = (email: string): SQL => sql`exists (
  select 1 from jsonb_each_text(${t.data}) as named
  where lower(named.value collate "C") = ${emailKey(email)} or octet_length(named.value) <> length(named.value))`;

const names = (data: Readonly<Record<string, string>>, email: string): boolean =>
  Object.values(data).some((value) => emailKey(value) === emailKey(email));

/** Deletes what `linksOf` lists, except for the links of staff accounts. Called by `people`. */
export async function deleteLinksOf(tx: Tx, email: string, accounts: Accounts): Promise<Erasure> {
  const { links = [] } = await linksOf(tx, email, accounts);
  const slots = links.filter(({ onErasure }) => onErasure === "deleted").map(({ id }) => id);
  await tx.delete(t).where(inArray(t.slot, slots));
  return { ids: slots, kept: [] };
}
