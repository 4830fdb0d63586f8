import { FRAME, REPORT_OUTCOME } from "../../../copy/en/emails.ts";
import { REPORT_CLOSED, REPORT_OPENED } from "../../../copy/en/partner-emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { releaseLabel } from "../../../shared/places/sources.ts";
import type { AskedBy } from "../../../shared/reviews/reports.ts";
import { countMails, mailText, pageUrl, post } from "../../mail/public.ts";
import { addressOf } from "../../partners/public.ts";
import type { ReportRow } from "./views.ts";

/** The place that a case is about. */
export interface ReportedPlace {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
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
export async function postOpened(
  tx: Tx,
  deps: Deps,
  place: ReportedPlace,
  { replyBy, askedBy }: { readonly replyBy: Date; readonly askedBy: AskedBy },
): Promise<void> {
  const to = await addressOf(tx, place.ownerId);
  if (to === null) return;
  const since = new Date(deps.now().getTime() - days(1));
  if ((await countMails(tx, to, "report-opened", since)) >= OPENED_A_DAY) return;
  const text = mailText(
    deps,
    ...REPORT_OPENED.text(
      place.name,
      longDay(replyBy),
      pageUrl(deps, "/partner?tab=reports"),
      askedBy && releaseLabel(askedBy),
    ),
    FRAME.questions(deps.settings.brand.contactEmail),
  );
  await post(tx, deps, { to, kind: "report-opened", subject: REPORT_OPENED.subject(place.name), text });
}

/** Mails the owner and everyone who reported and gave an address that the case is closed. */
export async function postClosed(
  tx: Tx,
  deps: Deps,
  place: ReportedPlace,
  reports: readonly ReportRow[],
): Promise<void> {
  const page = pageUrl(deps, placePath(place));
  const owner = await addressOf(tx, place.ownerId);
  if (owner !== null) {
    const questions = FRAME.questions(deps.settings.brand.contactEmail);
    const text = mailText(deps, ...REPORT_CLOSED.text(place.name, page), questions);
    await post(tx, deps, {
      to: owner,
      kind: "report-closed",
      subject: REPORT_CLOSED.subject(place.name),
      text,
    });
  }
  for (const to of addressesOf(reports)) {
    const text = mailText(deps, ...REPORT_OUTCOME.text(place.name, page));
    // without the place: staff see the subjects of mails
    await post(tx, deps, { to, kind: "report-outcome", subject: REPORT_OUTCOME.subject, text });
  }
}

/** Each address once, however it is spelled. */
const addressesOf = (reports: readonly ReportRow[]): readonly string[] => [
  ...new Map(reports.flatMap(({ email, emailKey }) => (email === null ? [] : [[emailKey, email]]))).values(),
];
