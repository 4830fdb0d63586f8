import { and, asc, desc, eq, inArray, lt } from "drizzle-orm";
import type { Orm, Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { MAX_PASSKEYS } from "../../../shared/people/passkeys.ts";
import type { PasskeyRow, PasskeyTable } from "../auth.table.ts";
import type { NewCredential } from "./ceremonies.ts";

export type PasskeyStore = ReturnType<typeof createPasskeyStore>;

/** The passkeys of one kind of account. */
export function createPasskeyStore(table: PasskeyTable) {
  const own = (userId: string, id: string) => and(eq(table.userId, userId), eq(table.id, id));
  return {
    /** An account's passkeys, oldest first. */
    async list(orm: Orm | Tx, userId: string): Promise<readonly PasskeyRow[]> {
      const order = [asc(table.createdAt), asc(table.id)];
      return orm
        .select()
        .from(table)
        .where(eq(table.userId, userId))
        .orderBy(...order);
    },
    /** The passkeys of several accounts without their keys, newest first. */
    async describe(orm: Orm | Tx, userIds: readonly string[]) {
      const { id, name, createdAt: at, lastUsedAt } = table;
      const mine = inArray(table.userId, [...userIds]);
      return orm.select({ id, name, at, lastUsedAt }).from(table).where(mine).orderBy(desc(at));
    },
    async find(orm: Orm | Tx, credentialId: string): Promise<PasskeyRow | undefined> {
      const [row] = await orm.select().from(table).where(eq(table.credentialId, credentialId));
      return row;
    },
    /** The caller has locked the account. Throws 409 on a key that is there already, and on one too many. */
    async add(tx: Tx, userId: string, name: string, key: NewCredential, now: Date): Promise<PasskeyRow> {
      if ((await tx.$count(table, eq(table.userId, userId))) >= MAX_PASSKEYS) throw tooMany();
      const values = { ...key, id: randomId(), userId, name, createdAt: now };
      const [row] = await tx.insert(table).values(values).onConflictDoNothing().returning();
      if (!row) throw alreadyAdded();
      return row;
    },
    /** Stores the counter of a use; false if the key was deleted or a parallel use has passed this counter. */
    async recordUse(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
      const ahead = counter === 0 ? eq(table.counter, 0) : lt(table.counter, counter);
      const used = await tx
        .update(table)
        .set({ counter, lastUsedAt: now })
        .where(and(eq(table.id, id), ahead))
        .returning({ id: table.id });
      return used.length === 1;
    },
    /** Throws 404. */
    async rename(tx: Tx, userId: string, id: string, name: string): Promise<PasskeyRow> {
      const [row] = await tx.update(table).set({ name }).where(own(userId, id)).returning();
      if (!row) throw notFound();
      return row;
    },
    /** Deletes those from before the account's address was proven; all of them if it never was. */
    async deleteUnproven(tx: Tx, userId: string, provenAt: Date | null): Promise<void> {
      const before = provenAt === null ? undefined : lt(table.createdAt, provenAt);
      await tx.delete(table).where(and(eq(table.userId, userId), before));
    },
    /** Throws 404. */
    async delete(tx: Tx, userId: string, id: string): Promise<PasskeyRow> {
      const [row] = await tx.delete(table).where(own(userId, id)).returning();
      if (!row) throw notFound();
      return row;
    },
    /** Returns how many there were. */
    async deleteAll(tx: Tx, userId: string): Promise<number> {
      return (await tx.delete(table).where(eq(table.userId, userId)).returning({ id: table.id })).length;
    },
  };
}

const tooMany = () =>
  new DomainError(
    "conflict",
    `You can have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use first.`,
  );
const alreadyAdded = () => new DomainError("conflict", "This passkey was added already");
const notFound = () => new DomainError("notFound", "This passkey does not exist");
