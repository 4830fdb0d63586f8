import { eq } from "drizzle-orm";
import { inSpan } from "../../../core/logging/telemetry.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { outgoingHeaders } from "../../../core/rpc/running-call.ts";
import type { Tx } from "../../../db/client.ts";
import { seconds } from "../../../shared/duration.ts";
import { mailText, post } from "../../mail/public.ts";
import { alertMessages as t } from "../table.ts";
import type { AlertFinding, Condition } from "./conditions.ts";
import type { AlertMessage } from "./schema.ts";

const POST_TIMEOUT = seconds(10);
const ATTEMPTS_MAX = 30; // over about a day
const BACKOFF_MAX = 60; // minutes
const BATCH_SIZE = 10;
/** No email can say that no email is sent; one says that they are sent again. */
const NOT_BY_MAIL = "mail-server";

/** What the webhook gets about a condition. */
export function messageOf(
  { settings: { publicUrl } }: Deps,
  { name, remedy }: Pick<Condition, "name" | "remedy">,
  state: AlertMessage["state"],
  { since, sentence }: AlertFinding,
): AlertMessage {
  const text = state === "firing" ? sentence : `Resolved: ${sentence}`;
  return {
    alert: name,
    state,
    since: since.toISOString(),
    sentence,
    remedy,
    site: publicUrl.origin,
    text: `${publicUrl.host}: ${text}`,
  };
}

/** Puts a message into the outbox of mails and into that of the webhook, whichever are set. */
export async function notify(tx: Tx, deps: Deps, message: AlertMessage): Promise<void> {
  const { webhookUrl } = deps.settings.alerts;
  if (webhookUrl) await tx.insert(t).values({ message, createdAt: deps.now(), nextTryAt: deps.now() });
  if (message.alert !== NOT_BY_MAIL || message.state === "resolved") await notifyByEmail(tx, deps, message);
}

/** Does nothing unless `ALERT_EMAIL` is set. */
export async function notifyByEmail(tx: Tx, deps: Deps, message: AlertMessage): Promise<void> {
  const { email } = deps.settings.alerts;
  if (email === undefined) return;
  const { alert, state, since, site, sentence, remedy } = message;
  const facts = `Since: ${since}\nSite: ${site}`;
  const advice = state === "firing" ? [`What to do: ${remedy}`] : [];
  await post(tx, deps, {
    to: email,
    subject: `${state === "firing" ? "Alert" : "Resolved"}: ${alert}`,
    text: mailText(deps, state === "firing" ? sentence : `Resolved: ${sentence}`, facts, ...advice),
    kind: "operator-alert",
  });
}

interface Due {
  readonly id: number;
  readonly message: AlertMessage;
  readonly attempts: number;
}

/** Leases due messages to one instance: their next try moves on, so that a killed one loses none. $1 now, $2 limit. */
const LEASE = `
  update alert_messages set attempts = attempts + 1,
    next_try_at = $1::timestamptz + make_interval(mins => least(${BACKOFF_MAX}, power(2, least(attempts, 10))::int))
  where id in (select id from alert_messages where next_try_at <= $1 order by id limit $2 for update skip locked)
  returning id, message, attempts`;

/** Sends the messages that wait for the webhook. One that it does not take is tried again, for about a day. */
export async function sendMessages(deps: Deps): Promise<void> {
  const { webhookUrl } = deps.settings.alerts;
  if (webhookUrl === undefined) return;
  const due = await deps.db.query<Due>(LEASE, [deps.now(), BATCH_SIZE]);
  for (const { id, message, attempts } of due.toSorted((a, b) => a.id - b.id)) {
    const reason = await inSpan(deps.state.telemetry, "alert webhook", () => postTo(webhookUrl, message));
    if (reason === null) await deps.db.orm.delete(t).where(eq(t.id, id));
    else
      deps.log.warn({ alert: message.alert, reason, attempts }, "the alert webhook did not take a message");
    if (reason !== null && attempts >= ATTEMPTS_MAX) await deps.db.orm.delete(t).where(eq(t.id, id));
  }
}

/** Null once the webhook has taken it, else why not. The address is the operator's setting; redirects are not followed. */
export async function postTo(url: URL, message: AlertMessage): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...outgoingHeaders() },
      body: JSON.stringify(message),
      redirect: "manual",
      signal: AbortSignal.timeout(POST_TIMEOUT),
    });
    await response.body?.cancel();
    return response.ok ? null : `status ${response.status}`;
  } catch (error) {
    return (error as Error).name === "TimeoutError" ? "no answer in time" : "no connection";
  }
}
