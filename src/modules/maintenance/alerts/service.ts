import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days, minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { checkFailingServer } from "../../mail/public.ts";
import { alerts as t } from "../table.ts";
import { type AlertFinding, CONDITIONS, type Condition } from "./conditions.ts";
import { readFacts } from "./facts.ts";
import { messageOf, notify, notifyByEmail, postTo, sendMessages } from "./messages.ts";

/**
 * Looks at what is the same on every instance, remembers which conditions last, and notifies the operator once when one
 * begins, daily while it lasts, and once when it ends; does nothing unless an address is set. Run every minute on one
 * instance, which also ends what no instance finds on its machine any more.
 */
export async function check(ctx: ActionContext) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  await checkFailingServer(deps);
  if (!hasAddress(deps)) return { success: true as const };
  const facts = await readFacts(deps);
  const lasting = await lastingAlerts(deps);
  for (const condition of CONDITIONS) {
    const found = condition.isPerProcess ? null : condition.find(facts);
    if (isFound(found) || lasting.has(condition.name)) await note(deps, condition, found);
  }
  await sendMessages(deps);
  return { success: true as const };
}

/** Looks at what each instance sees for itself. Run every minute on all of them: asks the database only if it finds something. */
export async function checkProcess(ctx: ActionContext) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  if (!hasAddress(deps)) return { success: true as const };
  const facts = await readFacts(deps, "process");
  for (const condition of CONDITIONS.filter(({ isPerProcess }) => isPerProcess)) {
    const found = condition.find(facts);
    if (found !== null) await note(deps, condition, found);
  }
  return { success: true as const };
}

const hasAddress = ({ settings: { alerts } }: Deps): boolean =>
  alerts.email !== undefined || alerts.webhookUrl !== undefined;

type Found = ReturnType<Condition["find"]>;

const isFound = (found: Found): found is AlertFinding => typeof found === "object" && found !== null;

function note(deps: Deps, condition: Condition, found: Found): Promise<void> {
  if (isFound(found)) return noteFound(deps, condition, found);
  return found === null ? noteGone(deps, condition) : noteUnknown(deps, condition);
}

/** The names of the conditions that last: only these can end. */
async function lastingAlerts({ db }: Deps): Promise<ReadonlySet<string>> {
  const rows = await db.orm.select({ name: t.name }).from(t).where(isNull(t.resolvedAt));
  return new Set(rows.map(({ name }) => name));
}

/** What lasts, and what ended within the last day, oldest first; then what cannot be read now. */
export async function list({ deps }: ActionContext) {
  const rows = await deps.db.transaction((tx) => recentAlerts(tx, deps.now()), { readOnly: true });
  const recent = rows.map(({ name, since, sentence, resolvedAt }) => ({
    alert: name,
    state: resolvedAt === null ? ("firing" as const) : ("resolved" as const),
    since,
    resolvedAt,
    sentence,
    remedy: CONDITIONS.find((each) => each.name === name)?.remedy ?? "",
  }));
  const firing = new Set(recent.filter(({ state }) => state === "firing").map(({ alert }) => alert));
  const facts = await readFacts(deps);
  const unread = CONDITIONS.filter(({ name, find }) => !firing.has(name) && find(facts) === "stale");
  const stale = unread.map(({ name, remedy }) => ({
    alert: name,
    state: "stale" as const,
    since: facts.now,
    resolvedAt: null,
    sentence: "This could not be read, so its state is unknown.",
    remedy,
  }));
  return [...recent, ...stale];
}

/** Sends a test message to every address that is set. Throws 409 if none is. */
export async function sendTest(ctx: ActionContext) {
  const { deps } = ctx;
  const { email, webhookUrl } = deps.settings.alerts;
  if (email === undefined && webhookUrl === undefined)
    throw new DomainError("conflict", "Set ALERT_EMAIL or ALERT_WEBHOOK_URL first");
  const test = { name: "test", remedy: "Nothing: this is a test." };
  const finding = { since: deps.now(), sentence: "Alerts reach you here." };
  const message = messageOf(deps, test, "firing", finding);
  await deps.db.transaction(async (tx) => {
    await notifyByEmail(tx, deps, message);
    await record(tx, ctx, { subject: null });
  });
  const reason = webhookUrl === undefined ? null : await postTo(webhookUrl, message);
  const webhook = reason === null ? ("taken" as const) : ("refused" as const);
  const waits = email !== undefined && deps.settings.mailUrl === undefined;
  const emailReason = waits ? "MAIL_URL is not set: the mail waits in the outbox" : null;
  return { email: email ?? null, emailReason, webhook: webhookUrl === undefined ? null : webhook, reason };
}

const AGAIN_AFTER = days(1);
/** For a condition of a process: two checks of every other one. */
const UNSEEN_FOR = minutes(2.5);

/**
 * Remembers that a condition was found, and notifies the operator if it has just begun or has lasted for another day. The
 * row's lock lets exactly one instance do it.
 */
async function noteFound(deps: Deps, condition: Condition, finding: AlertFinding): Promise<void> {
  const now = deps.now();
  const { name } = condition;
  const lasts = sql`${t.resolvedAt} is null`;
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(t)
      .values({ name, ...finding, seenAt: now })
      .onConflictDoUpdate({
        target: t.name,
        set: {
          since: sql`case when ${lasts} then ${t.since} else excluded.since end`,
          notifiedAt: sql`case when ${lasts} then ${t.notifiedAt} end`,
          seenAt: now,
          sentence: finding.sentence,
          resolvedAt: null,
        },
      });
    const isDue = or(isNull(t.notifiedAt), lte(t.notifiedAt, new Date(now.getTime() - AGAIN_AFTER)));
    const [due] = await tx
      .update(t)
      .set({ notifiedAt: now })
      .where(and(eq(t.name, name), isDue))
      .returning();
    if (due) await notify(tx, deps, messageOf(deps, condition, "firing", due));
  });
}

/** Remembers that it was not found, and notifies the operator if it had been. */
async function noteGone(deps: Deps, condition: Condition): Promise<void> {
  const now = deps.now();
  const seenBefore = new Date(now.getTime() - (condition.isPerProcess ? UNSEEN_FOR : 0));
  await deps.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(t)
      .set({ resolvedAt: now })
      .where(and(eq(t.name, condition.name), isNull(t.resolvedAt), lte(t.seenAt, seenBefore)))
      .returning();
    if (ended) await notify(tx, deps, messageOf(deps, condition, "resolved", ended));
  });
}

/** It could not be found out: what lasts, lasts. */
async function noteUnknown({ db, now }: Deps, { name }: Condition): Promise<void> {
  await db.orm
    .update(t)
    .set({ seenAt: now() })
    .where(and(eq(t.name, name), isNull(t.resolvedAt)));
}

type AlertRow = typeof t.$inferSelect;

/** What lasts, and what ended within the last day. */
const recentAlerts = (tx: Tx, now: Date): Promise<AlertRow[]> =>
  tx
    .select()
    .from(t)
    .where(or(isNull(t.resolvedAt), gt(t.resolvedAt, new Date(now.getTime() - days(1)))))
    .orderBy(t.since);
