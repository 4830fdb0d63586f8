import { asc, count, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { advisoryLock } from "../../db/locks.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { record } from "../audit/public.ts";
import { type ReplyTemplate, replyTemplate, type templateInput } from "./schema.ts";
import { replyTemplates as t } from "./table.ts";

/** docs/limits.md: what fits into a select. */
const TEMPLATES_MAX = 50;

/** All templates of replies, by name. */
export const listTemplates = ({ db }: Deps): Promise<ReplyTemplate[]> =>
  db.orm.select().from(t).orderBy(asc(t.nameKey));

/**
 * Adds a template, or changes the one with this id. Throws 404, and 409 if another one has its name, if it has changed after
 * `updatedAt`, or if there are 50.
 */
export function saveTemplate(
  ctx: ActionContext<StaffActor>,
  { id, name, text, updatedAt: readAt }: z.output<typeof templateInput>,
): Promise<ReplyTemplate> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const before = id === undefined ? null : await lockTemplate(tx, id);
    if (before && hasChangedSince(readAt, before.updatedAt))
      throw changedByOther("template", replyTemplate.parse(before));
    if (!before) await refuseTooMany(tx);
    const updatedAt = nextUpdatedAt(deps.now(), before?.updatedAt ?? new Date(0));
    const values = { name, nameKey: name.toLowerCase(), text, updatedAt };
    const [after] = await (before
      ? tx.update(t).set(values).where(eq(t.id, before.id)).returning()
      : tx
          .insert(t)
          .values({ ...values, id: randomId() })
          .returning()
    ).catch(refuseDuplicate);
    if (!after) throw new Error("a saved template returned no row");
    await record(tx, ctx, {
      subject: after.id,
      before: before && auditFields(before),
      after: auditFields(after),
    });
    return after;
  });
}

/** Throws 404. */
export function deleteTemplate(ctx: ActionContext<StaffActor>, id: string): Promise<{ success: true }> {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockTemplate(tx, id);
    await tx.delete(t).where(eq(t.id, id));
    await record(tx, ctx, { subject: id, before: auditFields(before), after: null });
    return { success: true };
  });
}

const auditFields = ({ name, text }: ReplyTemplate) => ({ name, text });

async function lockTemplate(tx: Tx, id: string) {
  const [row] = await tx.select().from(t).where(eq(t.id, id)).for("update");
  if (!row) throw new DomainError("notFound", "This template does not exist");
  return row;
}

async function refuseTooMany(tx: Tx): Promise<void> {
  // one at a time: the next one counts the template of this one
  await tx.execute(advisoryLock("replyTemplates"));
  const [all] = await tx.select({ n: count() }).from(t);
  if ((all?.n ?? 0) >= TEMPLATES_MAX)
    throw new DomainError("conflict", "There are 50 templates. Delete one that is not used first.");
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) !== "reply_templates_name") throw error;
  const sentence = "A template with this name already exists";
  throw new DomainError("conflict", sentence, { fields: { name: sentence } });
}
