import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import { seconds } from "../../shared/duration.ts";
import type { Problem } from "../../shared/errors.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import { errorLine, type MailOutcome } from "./outcome.ts";
import { mails, mailServer as t } from "./table.ts";

const CHECK_TIMEOUT = seconds(20);

/** Notes whether the server took mails. One that took or judged a single mail works. */
export async function recordOutcomes(deps: Deps, outcomes: readonly (MailOutcome | null)[]): Promise<void> {
  const asked = outcomes.filter((each) => each !== null);
  const failures = asked.flatMap((each) =>
    each.kind !== "sent" && each.isServerFailure ? [each.reason] : [],
  );
  if (asked.length === 0) return;
  if (failures.length < asked.length) await recordSuccess(deps);
  else await recordFailures(deps, failures);
}

async function recordFailures({ db, now }: Deps, reasons: readonly string[]): Promise<void> {
  const values = { failingSince: now(), failures: reasons.length, lastError: reasons.at(-1) ?? null };
  await db.orm
    .insert(t)
    .values(values)
    .onConflictDoUpdate({
      target: t.id,
      set: {
        failingSince: sql`coalesce(${t.failingSince}, excluded.failing_since)`,
        failures: sql`${t.failures} + excluded.failures`,
        lastError: sql`excluded.last_error`,
      },
    });
}

/** After failures, the mails that wait for another try need not wait any longer. */
async function recordSuccess({ db, now }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(t)
      .set({ failingSince: null, failures: 0, lastError: null })
      .where(isNotNull(t.failingSince))
      .returning({ id: t.id });
    if (ended.length === 0) return;
    const waits = and(isNotNull(mails.nextTryAt), isNull(mails.sentAt), isNotNull(mails.lastError));
    await tx.update(mails).set({ nextTryAt: now() }).where(waits);
  });
}

/**
 * Looks whether a server that failed works again, because the mails that it did not take may wait for hours until their
 * next try.
 */
export async function checkFailingServer(deps: Deps): Promise<void> {
  const { mailer } = deps.ports;
  const [row] = await deps.db.orm.select().from(t).where(eq(t.id, true));
  if (mailer === null || !row?.failingSince) return;
  try {
    await withTimeout(
      mailer.check(),
      CHECK_TIMEOUT,
      () => new Error("The mail server did not answer in time"),
    );
  } catch (error) {
    return recordFailures(deps, [errorLine(error)]);
  }
  await recordSuccess(deps);
}

/** Signs in to the mail server and sends nothing. Gives what fails; null if nothing does, or there is no mail server. */
export async function mailServerProblem({ ports, settings }: Deps): Promise<Problem | null> {
  if (ports.mailer === null || settings.mailUrl === undefined) return null;
  const { host } = new URL(settings.mailUrl);
  return ports.mailer.check().then(
    () => null,
    (error: unknown) => smtpProblem(host, error),
  );
}

/** The fields of an error of nodemailer. */
interface SmtpFailure {
  readonly code?: unknown;
  /** The step that failed. */
  readonly command?: unknown;
  /** The server's. Its text is never shown: it may repeat the user name. */
  readonly responseCode?: number;
}

const CHECK_ADDRESS = "Check host and port of MAIL_URL, and that the network lets this machine reach them.";

/** Why the mail server at `place` (host and port) cannot be used. */
function smtpProblem(place: string, error: unknown): Problem {
  const { code, command, responseCode } = (error ?? {}) as SmtpFailure;
  const answer = responseCode === undefined ? "" : ` (${responseCode})`;
  if (code === "EAUTH") {
    return {
      sentence: `The mail server ${place} refuses the user name or the password${answer}.`,
      remedy: "Correct them in MAIL_URL, with special characters percent-encoded.",
    };
  }
  if (code === "ETLS") {
    return {
      sentence: `The mail server ${place} offers no encryption that can be used (${responseCode === undefined ? errorLine(error) : `STARTTLS ${responseCode}`}).`,
      remedy:
        "Use a port with STARTTLS (587) or smtps:// (465), and a certificate that is valid for the host.",
    };
  }
  if (responseCode !== undefined) {
    return {
      sentence: `The mail server ${place} refuses ${command === "CONN" ? "the connection" : command}${answer}.`,
      remedy: "Ask its operator whether this machine may send mail.",
    };
  }
  return {
    sentence: `The mail server ${place} cannot be reached: ${errorLine(error)}.`,
    remedy: CHECK_ADDRESS,
  };
}
