import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { countMails } from "../../mail/queries.ts";
import { mailText, pageUrl, post } from "../../mail/service.ts";
import { addressOf } from "../../partners/queries.ts";
import type { ReportRow } from "./views.ts";

/** The place that a case is about. */
export interface ReportedPlace {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string | null;
}

const OPENED_A_DAY = 5; // docs/limits.md: strangers cause these mails

/** `Friday, November 27`: the last day for the owner's reply. */
export const longDay = (at: Date): string =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "America/New_York",
  }).format(at);

/**
 * Mails the owner that there is a report: not what it says, as no mail repeats a stranger's words, and nothing about the
 * reporter. At most five a day; the portal lists every report.
 */
export async function postOpened(tx: Tx, deps: Deps, place: ReportedPlace, replyBy: Date): Promise<void> {
  const to = await addressOf(tx, place.ownerId);
  if (to === null) return;
  const since = new Date(deps.now().getTime() - days(1));
  if ((await countMails(tx, to, "report-opened", since)) >= OPENED_A_DAY) return;
  const text = mailText(
    deps,
    `A visitor sent us a report about ${place.name}. Before we decide anything, we would like to hear from you.`,
    `You can reply until ${longDay(replyBy)}. When we close the case, the report and your reply are published together on the page of your place. A report alone never changes your halal tier.`,
    `Read the report and reply:\n${pageUrl(deps, "/partner?tab=reports")}`,
    `Questions? Write to ${deps.settings.brand.contactEmail}.`,
  );
  await post(tx, deps, { to, kind: "report-opened", subject: `A report about ${place.name}`, text });
}

/** Mails the owner and everyone who reported and gave an address that the case is closed. */
export async function postClosed(
  tx: Tx,
  deps: Deps,
  place: ReportedPlace,
  reports: readonly ReportRow[],
): Promise<void> {
  const page = `See what we found:\n${pageUrl(deps, `/places/${place.id}`)}`;
  const owner = await addressOf(tx, place.ownerId);
  if (owner !== null) {
    const closed = `We have closed the report about ${place.name}. What we found is on its page, with your reply if you wrote one.`;
    const text = mailText(deps, closed, page, `Questions? Write to ${deps.settings.brand.contactEmail}.`);
    await post(tx, deps, {
      to: owner,
      kind: "report-closed",
      subject: `The report about ${place.name}`,
      text,
    });
  }
  for (const to of addressesOf(reports)) {
    const closed = `Thank you for your report about ${place.name}. We have looked into it.`;
    const end =
      "We wrote to you because you left your address with the report. We delete it 30 days from now.";
    const text = mailText(deps, closed, page, end);
    // without the place: staff see the subjects of mails
    await post(tx, deps, { to, kind: "report-outcome", subject: "We have looked into your report", text });
  }
}

/** Each address once, however it is spelled. */
const addressesOf = (reports: readonly ReportRow[]): readonly string[] => [
  ...new Map(reports.flatMap(({ email, emailKey }) => (email === null ? [] : [[emailKey, email]]))).values(),
];
