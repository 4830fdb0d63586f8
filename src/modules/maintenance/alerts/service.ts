import type { ActionContext } from "../../../core/rpc/context.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/service.ts";
import { checkFailingServer } from "../../mail/server/service.ts";
import { CONDITIONS } from "./conditions.ts";
import { readFacts } from "./facts.ts";
import { messageOf, postTo, sendMessages, tellByMail } from "./messages.ts";
import { noteFound, noteGone, noteUnknown, recentAlerts } from "./state.ts";

/**
 * Looks at every condition, remembers which of them last, and tells the operator once when one begins, daily while it
 * lasts, and once when it ends. Run every minute on every instance; does nothing unless an address is set.
 */
export async function check(ctx: ActionContext) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  await checkFailingServer(deps);
  const { email, webhookUrl } = deps.settings.alerts;
  if (email === undefined && webhookUrl === undefined) return { success: true as const };
  const facts = await readFacts(deps);
  for (const condition of CONDITIONS) {
    const found = condition.find(facts);
    if (found === undefined) await noteUnknown(deps, condition);
    else if (found === null) await noteGone(deps, condition);
    else await noteFound(deps, condition, found);
  }
  await sendMessages(deps);
  return { success: true as const };
}

/** What lasts, and what ended within the last day, oldest first. */
export async function list({ deps }: ActionContext) {
  const rows = await deps.db.transaction((tx) => recentAlerts(tx, deps.now()), { readOnly: true });
  return rows.map(({ name, since, sentence, resolvedAt }) => ({
    alert: name,
    state: resolvedAt === null ? ("firing" as const) : ("resolved" as const),
    since,
    resolvedAt,
    sentence,
    remedy: CONDITIONS.find((each) => each.name === name)?.remedy ?? "",
  }));
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
    await tellByMail(tx, deps, message);
    await record(tx, ctx, { subject: null });
  });
  const reason = webhookUrl === undefined ? null : await postTo(webhookUrl, message);
  const webhook = reason === null ? ("taken" as const) : ("refused" as const);
  const waits = email !== undefined && deps.settings.mailUrl === undefined;
  const emailReason = waits ? "MAIL_URL is not set: the mail waits in the outbox" : null;
  return { email: email ?? null, emailReason, webhook: webhookUrl === undefined ? null : webhook, reason };
}
