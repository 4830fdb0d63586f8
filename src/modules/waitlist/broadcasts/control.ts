import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { nextUpdatedAt } from "../../../db/query/row-version.ts";
import { lacksPostalAddress } from "../../../env.ts";
import { DomainError } from "../../../shared/errors.ts";
import { emailOf } from "../../accounts/public.ts";
import { record } from "../../audit/public.ts";
import { post } from "../../mail/public.ts";
import { AUDIENCE_TIMEOUT, insertRecipients } from "./audience.ts";
import { mailTo, SAMPLE } from "./message/mail.ts";
import { templateOf } from "./message/markdown.ts";
import { type BroadcastRow, filterOf } from "./queries.ts";
import type { BroadcastState, sendInput, testInput } from "./schema.ts";
import { lockBroadcast, lockDraft, read, refuseChanged } from "./service.ts";
import { broadcasts as t } from "./table.ts";

type Ctx = ActionContext<StaffActor>;

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
