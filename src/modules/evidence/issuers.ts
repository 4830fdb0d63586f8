import { asc, eq, inArray, like } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { containsPattern } from "../../db/query/like-pattern.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { shortIdOf, slugOf } from "../../shared/places/slug.ts";
import { foldedText } from "../../shared/spelling/spelling.ts";
import { record } from "../audit/public.ts";
import { type Issuer, issuer, type issuerInput, type issuerUpdate } from "./schema.ts";
import { issuers as t } from "./table.ts";

type Row = typeof t.$inferSelect;

/** The issuers whose name contains `q`, by name. */
export const listIssuers = ({ db }: Deps, q: string): Promise<Issuer[]> =>
  db.orm
    .select()
    .from(t)
    .where(q === "" ? undefined : like(t.nameKey, containsPattern(foldedText(q))))
    .orderBy(asc(t.nameKey));

/** Throws 409 if there is one of this name. */
export function addIssuer(
  ctx: ActionContext<StaffActor>,
  input: z.output<typeof issuerInput>,
): Promise<Issuer> {
  const now = ctx.deps.now();
  return ctx.deps.db.transaction(async (tx) => {
    const values = {
      ...input,
      id: randomId(),
      nameKey: foldedText(input.name),
      createdAt: now,
      updatedAt: now,
    };
    const [row] = await tx.insert(t).values(values).returning().catch(refuseDuplicate);
    if (!row) throw new Error("insert into issuers returned no row");
    await record(tx, ctx, { subject: row.id, after: auditFields(row) });
    return row;
  });
}

/** Throws 404, and 409 if it changed after `updatedAt` or another one has this name. */
export function updateIssuer(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt: readAt, ...input }: z.output<typeof issuerUpdate>,
): Promise<Issuer> {
  return ctx.deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(t).where(eq(t.id, id)).for("update");
    if (!before) throw new DomainError("notFound", "This issuer does not exist");
    if (hasChangedSince(readAt, before.updatedAt)) throw changedByOther("issuer", issuer.parse(before));
    const updatedAt = nextUpdatedAt(ctx.deps.now(), before.updatedAt);
    const values = { ...input, nameKey: foldedText(input.name), updatedAt };
    const [after] = await tx.update(t).set(values).where(eq(t.id, id)).returning().catch(refuseDuplicate);
    if (!after) throw new Error("update of issuers returned no row");
    await record(tx, ctx, { subject: id, before: auditFields(before), after: auditFields(after) });
    return after;
  });
}

/** An issuer that a record names. Throws 400. */
export async function requireIssuer(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select().from(t).where(eq(t.id, id));
  if (!row)
    throw new DomainError("invalid", "This issuer is not in the register", {
      fields: { issuerId: "This issuer is not in the register" },
    });
  return row;
}

/** The names of issuers by id. */
export async function issuerNames(
  db: Deps["db"]["orm"] | Tx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(ids)].filter((id) => id !== null);
  if (named.length === 0) return new Map();
  const rows = await db.select({ id: t.id, name: t.name }).from(t).where(inArray(t.id, named));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The address at which issuers answer questions. */
const TAKEN = "answer";

/**
 * All issuers with the last part of the addresses of their public pages: the name in Latin letters, with the id's short form
 * where an older one has it already.
 */
export async function issuerPages(db: Deps["db"]["orm"]): Promise<readonly (Row & { slug: string })[]> {
  const rows = await db.select().from(t).orderBy(asc(t.createdAt), asc(t.id));
  const taken = new Set([TAKEN]);
  return rows.map((row) => {
    const name = slugOf(row.name);
    const slug = name === "" || taken.has(name) ? `${name}-${shortIdOf(row.id)}`.replace(/^-/, "") : name;
    taken.add(slug);
    return { ...row, slug };
  });
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) !== "issuers_name") throw error;
  const sentence = "An issuer with this name already exists";
  throw new DomainError("conflict", sentence, { fields: { name: sentence } });
}

const auditFields = ({ name, country, address, site, about, standard, register }: Row) => ({
  ...{ name, country, address, site, about, standard, register },
});
