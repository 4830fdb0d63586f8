import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { readJsonRows } from "../../../db/query/json-rows.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../../db/query/row-version.ts";
import { lacksPostalAddress } from "../../../env.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { emailOf } from "../../accounts/public.ts";
import { discard, type Restored, record, skipAuditCheck, type TrashItem } from "../../audit/public.ts";
import { post } from "../../mail/public.ts";
import { markAccepted } from "../own.ts";
import { AUDIENCE_TIMEOUT, countAudience, insertRecipients } from "./audience.ts";
import { mailTo, SAMPLE } from "./message/mail.ts";
import { newTemplateOf, templateOf } from "./message/markdown.ts";
import { type BroadcastRow, filterOf, notFound, sampleOf, shown } from "./queries.ts";
import {
  type BroadcastFields,
  type BroadcastState,
  broadcast,
  type sendInput,
  type testInput,
  type updateInput,
} from "./schema.ts";
import { codeHash } from "./sending/take.ts";
import { broadcasts, currentBroadcasts, broadcastRecipients as r, broadcasts as t } from "./table.ts";

type Ctx = ActionContext<StaffActor>;

/** Adds a draft. Throws 400 on a message that cannot be sent. */
export async function create(ctx: Ctx, fields: BroadcastFields) {
  const { deps, principal } = ctx;
  const values = await valuesOf(deps, fields);
  const now = deps.now();
  const id = randomId();
  await deps.db.transaction(async (tx) => {
    await tx.insert(t).values({ ...values, id, createdBy: principal.name, createdAt: now, updatedAt: now });
    await record(tx, ctx, { subject: id, after: auditFields(values) });
  });
  return read(deps, id);
}

/** Changes a draft. Throws 400, 404, and 409 on an edit conflict or once it was sent. */
export async function update(ctx: Ctx, { id, updatedAt: readAt, ...fields }: z.output<typeof updateInput>) {
  const { deps } = ctx;
  const values = await valuesOf(deps, fields);
  await deps.db.transaction(async (tx) => {
    const before = await lockDraft(tx, id, "changed");
    refuseChanged(before, readAt);
    const updatedAt = nextUpdatedAt(deps.now(), before.updatedAt);
    await tx
      .update(t)
      .set({ ...values, updatedAt })
      .where(eq(t.id, id));
    await record(tx, ctx, { subject: id, before: auditFields(before), after: auditFields(values) });
  });
  return read(deps, id);
}

/** Deletes a draft, which can be restored for `TRASH_KEPT`. Throws 404, and 409 once it was sent: what was sent to whom stays on record. */
export async function remove(ctx: Ctx, id: string) {
  await ctx.deps.db.transaction(async (tx) => {
    const before = await lockDraft(tx, id, "deleted");
    await tx.update(t).set({ deletedAt: ctx.deps.now() }).where(eq(t.id, id));
    await discard(tx, ctx, { id, kind: "broadcast", label: before.subject, email: null });
    await record(tx, ctx, { subject: id, before: auditFields(before) });
  });
  return { success: true as const };
}

/** Restores a deleted draft. The caller records it. */
export async function restore(tx: Tx, { id, label }: TrashItem): Promise<Restored> {
  await tx.update(t).set({ deletedAt: null }).where(eq(t.id, id));
  return { notes: [], recorded: { subject: label } };
}

/** Deletes drafts in the trash for good. */
export const purge = (tx: Tx, ids: readonly string[]) =>
  tx.delete(t).where(and(inArray(t.id, [...ids]), isNotNull(t.deletedAt)));

/** The row of a draft in the trash. */
export const deletedRows = async (tx: Tx, id: string) => ({
  broadcast: await readJsonRows(tx, t, eq(t.id, id)),
});

async function valuesOf(deps: Deps, { audience, ...fields }: BroadcastFields) {
  const { invites } = newTemplateOf(fields.subject, fields.markdown);
  const stored = JSON.parse(JSON.stringify(audience)); // without undefined keys, times as text
  return { ...fields, audience: stored, invites, audienceCount: await countAudience(deps, audience) };
}

/**
 * Cancels broadcasts that were not finished when a backup was made, as it does not know whom they reached since. Called
 * by `maintenance` in the transaction of a restore.
 */
export async function cancelRestored(tx: Tx, { now }: Deps): Promise<void> {
  await tx
    .update(t)
    .set({ state: "cancelled", finishedAt: now(), leaseUntil: null })
    .where(inArray(t.state, ["scheduled", "sending", "paused"]));
}

/** The current row as callers see it. Throws 404. */
export async function read(deps: Deps, id: string) {
  const [row] = await deps.db.orm.select().from(currentBroadcasts).where(eq(currentBroadcasts.id, id));
  if (!row) throw notFound();
  return { ...shown(row), preview: sampleOf(deps, templateOf(row.subject, row.markdown)), held: null };
}

/** The row, locked until the transaction ends. Throws 404. */
export async function lockBroadcast(tx: Tx, id: string): Promise<BroadcastRow> {
  const found = tx.select().from(currentBroadcasts).where(eq(currentBroadcasts.id, id));
  const [row] = await found.for("update");
  if (!row) throw notFound();
  return row;
}

/** `lockBroadcast` of a draft. Throws 409 once it was sent. */
export async function lockDraft(tx: Tx, id: string, verb: string): Promise<BroadcastRow> {
  const row = await lockBroadcast(tx, id);
  if (row.state !== "draft")
    throw new DomainError("conflict", `This broadcast was sent already and can no longer be ${verb}`);
  return row;
}

/** Throws 409 with the current version. */
export function refuseChanged(row: BroadcastRow, readAt: Date | undefined): void {
  if (hasChangedSince(readAt, row.updatedAt)) throw changedByOther("broadcast", broadcast.parse(shown(row)));
}

type Recorded = Pick<BroadcastRow, "subject" | "audience" | "ratePerMinute" | "startsAt" | "invites">;

const auditFields = ({ subject, audience, ratePerMinute, startsAt, invites }: Recorded) => ({
  subject,
  audience,
  ratePerMinute,
  startsAt,
  invites,
});

/** Recipients who may have the mail with the code. */
const INVITED = ["taken", "sent", "unknown"] as const;

const withCode = (code: string) => and(eq(r.codeHash, codeHash(code)), inArray(r.state, [...INVITED]));

/** Whether an invitation was accepted already. Throws 404 on an unknown code. */
export async function show({ deps }: ActionContext<Visitor>, code: string) {
  const [row] = await deps.db.orm.select({ acceptedAt: r.acceptedAt }).from(r).where(withCode(code));
  if (!row) throw unknownCode();
  return { accepted: row.acceptedAt !== null };
}

/** Accepts an invitation; `again` if it was accepted before, which changes nothing. Throws 404 on an unknown code. */
export async function accept(ctx: ActionContext<Visitor>, code: string) {
  const { deps } = ctx;
  const now = deps.now();
  const accepted = await deps.db.transaction(async (tx: Tx) => {
    const [row] = await tx
      .update(r)
      .set({ acceptedAt: now })
      .where(and(withCode(code), isNull(r.acceptedAt)))
      .returning({ id: r.id, broadcastId: r.broadcastId, emailKey: r.emailKey });
    if (!row) return false;
    await tx
      .update(broadcasts)
      .set({ accepted: sql`${broadcasts.accepted} + 1` })
      .where(eq(broadcasts.id, row.broadcastId));
    if (row.emailKey !== null) await markAccepted(tx, deps, row.emailKey);
    await record(tx, ctx, { subject: row.id, after: { accepted: true } });
    return true;
  });
  if (!accepted) {
    await show(ctx, code);
    skipAuditCheck(ctx);
  }
  return { accepted: true as const, again: !accepted };
}

const unknownCode = () => new DomainError("notFound", "This invitation does not exist");

/** Mails a broadcast to the caller, or to `email`. Throws 404, and 409 without an address. */
export async function test(ctx: Ctx, { id, email }: z.output<typeof testInput>) {
  const { deps, principal } = ctx;
  const row = await read(deps, id);
  const to = email ?? (principal.kind === "staff" ? await emailOf(deps, principal.id) : "");
  if (to === "") throw new DomainError("conflict", "Your account has no email address: please name one");
  const { token, ...mail } = mailTo(
    deps,
    templateOf(row.subject, row.markdown),
    { ...SAMPLE, email: to },
    null,
  );
  await deps.db.transaction(async (tx) => {
    const subject = `[Test] ${mail.subject}`;
    await post(tx, deps, { ...mail, subject, kind: "broadcast-test", secrets: [token] });
    await record(tx, ctx, { subject: id, after: { own: email === undefined } });
  });
  return { success: true as const };
}

/**
 * Sends a draft, now or from `startsAt` on: writes a row for each person in the audience. Throws 404, and 409 if it was
 * sent already, has changed since `updatedAt`, or the audience is not of the size that the caller saw.
 */
export async function send(ctx: Ctx, { id, count, updatedAt: readAt }: z.output<typeof sendInput>) {
  const { deps, principal } = ctx;
  refuseWithoutPostalAddress(deps);
  const catchingUp = await deps.clock.isCatchingUp();
  const work = async (tx: Parameters<Parameters<typeof deps.db.transaction>[0]>[0]) => {
    const row = await lockDraft(tx, id, "sent");
    refuseChanged(row, readAt);
    const audienceCount = await insertRecipients(tx, deps, id, filterOf(row));
    if (audienceCount !== count) throw audienceChanged(count, audienceCount);
    if (audienceCount === 0) throw new DomainError("conflict", "There is no one in this audience");
    const now = deps.now();
    const state = stateFrom(row, now, catchingUp);
    await tx
      .update(t)
      .set({
        state,
        audienceCount,
        sentBy: principal.name,
        sentAt: now,
        nextTakeAt: row.startsAt ?? now,
        updatedAt: nextUpdatedAt(now, row.updatedAt),
      })
      .where(eq(t.id, id));
    await record(tx, ctx, { subject: id, before: { state: row.state }, after: { state, audienceCount } });
  };
  await deps.db.transaction(work, { timeoutMs: AUDIENCE_TIMEOUT });
  return read(deps, id);
}

/** While the sweeps catch up, whether its time has come is not known: it then waits until they have. */
const stateFrom = ({ startsAt }: BroadcastRow, now: Date, catchingUp: boolean): BroadcastState =>
  startsAt !== null && (catchingUp || startsAt > now) ? "scheduled" : "sending";

function refuseWithoutPostalAddress({ settings }: Deps): void {
  if (lacksPostalAddress(settings))
    throw new DomainError(
      "conflict",
      "POSTAL_ADDRESS is not set: the law requires your postal address in every broadcast",
    );
}

const audienceChanged = (seen: number, audience: number) =>
  new DomainError("conflict", `The audience has changed: it is now ${audience}, not ${seen}`, {
    facts: { audience },
  });

/** Stops a broadcast within seconds, until `resume`. Throws 404, 409. */
export const pause = (ctx: Ctx, id: string) =>
  change(ctx, id, ["scheduled", "sending"], "Only a broadcast that is being sent can be paused", () => ({
    state: "paused",
  }));

/** Continues a paused broadcast. Throws 404, 409. */
export async function resume(ctx: Ctx, id: string) {
  const catchingUp = await ctx.deps.clock.isCatchingUp();
  return change(ctx, id, ["paused"], "Only a paused broadcast can be resumed", (row, now) => ({
    state: stateFrom(row, now, catchingUp),
  }));
}

/** Ends a broadcast before everyone got it, for good. Throws 404, 409. */
export const cancel = (ctx: Ctx, id: string) =>
  change(
    ctx,
    id,
    ["scheduled", "sending", "paused"],
    "Only a broadcast that is being sent can be canceled",
    (_, now) => ({ state: "cancelled", finishedAt: now }),
  );

type Change = { readonly state: BroadcastState; readonly finishedAt?: Date };

async function change(
  ctx: Ctx,
  id: string,
  from: readonly BroadcastState[],
  refusal: string,
  to: (row: BroadcastRow, now: Date) => Change,
) {
  const { deps } = ctx;
  await deps.db.transaction(async (tx) => {
    const row = await lockBroadcast(tx, id);
    if (!from.includes(row.state)) throw new DomainError("conflict", refusal);
    const now = deps.now();
    const set = to(row, now);
    await tx
      .update(t)
      .set({ ...set, updatedAt: nextUpdatedAt(now, row.updatedAt) })
      .where(eq(t.id, id));
    await record(tx, ctx, { subject: id, before: { state: row.state }, after: { state: set.state } });
  });
  return read(deps, id);
}
