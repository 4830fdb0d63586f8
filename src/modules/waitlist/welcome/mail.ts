import { issuePersonToken } from "../../../core/auth/person-tokens.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { days } from "../../../shared/duration.ts";
import { mailText, type NewMail, pageUrl } from "../../mail/service.ts";

export const WELCOME_KIND = "waitlist-welcome";

const LINK_LIFETIME = days(30); // docs/limits.md
/** CASL asks for 60 days, CAN-SPAM for 30; people search for such links in old mails. */
const LEAVE_LIFETIME = days(400);

/** One to four plain words that no mail program turns into a link: strangers can enter any name with any address. */
const PLAIN_NAME = /^[\p{L}\p{M}'’-]{1,30}( [\p{L}\p{M}'’-]{1,30}){0,3}$/u;

export interface Welcomed {
  readonly firstName: string;
  readonly email: string;
  readonly isBetaTester: boolean;
}

/** The joining mail: confirm, correct, leave. */
export function welcomeMail(deps: Deps, { firstName, email, isBetaTester }: Welcomed): NewMail {
  const { name } = deps.settings.brand;
  const token = issuePersonToken(deps, "me", email, LINK_LIFETIME);
  const leaveToken = issuePersonToken(deps, "leave", email, LEAVE_LIFETIME);
  const leaveUrl = pageUrl(deps, `/leave/${leaveToken}`);
  const thanks = PLAIN_NAME.test(firstName)
    ? `Thank you for joining, ${firstName}.`
    : "Thank you for joining.";
  const beta = isBetaTester ? " We noted that you would like to test the beta." : "";
  return {
    to: email,
    subject: `Please confirm your place on the ${name} waitlist`,
    text: mailText(
      deps,
      `${thanks} You'll be among the first to know when ${name} launches.${beta}`,
      "Your place already counts. Please confirm that we have the right address:",
      `Confirm my address:\n${pageUrl(deps, `/me#${token}`)}`,
      "On the same page you can correct your name, add your city, change your mind about the beta, and see everything we keep about you. The link is for you only and works for 30 days.",
      "If this was not you, or you would rather not hear from us, this page has one button that takes you off the list:",
      leaveUrl,
    ),
    kind: WELCOME_KIND,
    bulk: true,
    leaveUrl,
    secrets: [token, leaveToken],
  };
}
