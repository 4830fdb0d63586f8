import type { Deps } from "../../../core/rpc/context.ts";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { stopSentence } from "../../../shared/people/mails.ts";
import { isLoopback } from "../../../shared/server-address.ts";
import { mailStop, outboxDelay } from "../../mail/public.ts";
import { failed, ok, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";

/** Due mails go out within a second or two, and the first retry comes after five minutes. */
const LATE = minutes(10);
/** For a mail to a single server that does not take it, while others go out. */
const POSTPONED = hours(2);
const FAILED_WITHIN = days(7);

/** Whether mails go out, and how many could not be sent. */
export async function mailFindings(deps: Deps): Promise<readonly Finding[]> {
  const now = deps.now().getTime();
  const delay = await outboxDelay(deps, new Date(now - FAILED_WITHIN));
  const failures =
    delay.failed === 0
      ? ok("failed mails", "No mail of the last 7 days has failed.")
      : warn(
          "failed mails",
          `${delay.failed} ${delay.failed === 1 ? "mail" : "mails"} of the last 7 days could not be sent.`,
          "See `rihla mail list --state failed`, and send one again with `rihla mail retry ID`.",
        );
  return [await outboxFinding(deps, delay.oldest, delay.othersSent, now), failures];
}

async function outboxFinding(
  deps: Deps,
  oldest: Date | null,
  othersSent: boolean,
  now: number,
): Promise<Finding> {
  const { ports, settings } = deps;
  const age = oldest === null ? 0 : now - oldest.getTime();
  if (ports.mailer === null) {
    const sentence =
      oldest === null
        ? "MAIL_URL is not set."
        : `MAIL_URL is not set: mails have been waiting for ${span(age)}.`;
    if (oldest === null && isLoopback(settings.publicUrl.hostname)) return ok("mail", sentence);
    return warn("mail", sentence, "Set MAIL_URL: until then links and codes reach no one.");
  }
  const sentence = `The oldest mail that waits has done so for ${span(age)}`;
  if (!othersSent && age > LATE)
    return failed(
      "mail",
      `${sentence}, and none has been sent since.`,
      "Run `rihla doctor --deep`, which tries the mail server.",
    );
  const stop = await mailStop(deps);
  if (stop) return failed("mail", stopSentence(stop), "Find out why, then run `rihla mail resume`.");
  if (age > POSTPONED)
    return warn("mail", `${sentence}, while others go out.`, "See `rihla mail list --state waiting`.");
  return ok("mail", oldest === null ? "No mail waits." : `${sentence}.`);
}

/** Rounded down: `12 minutes`, `3 hours`, `2 days`. */
function span(ms: number): string {
  if (ms < minutes(2)) return "less than 2 minutes";
  const [unit, name] =
    ms >= days(2) ? [days(1), "days"] : ms >= hours(2) ? [hours(1), "hours"] : [minutes(1), "minutes"];
  return `${Math.floor(ms / unit)} ${name}`;
}
