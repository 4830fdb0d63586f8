import { JOINED_MAIL } from "../../../copy/en/emails.ts";
import { issuePersonToken } from "../../../core/auth/person-tokens.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { days } from "../../../shared/duration.ts";
import { isPlainName } from "../../../shared/people/names.ts";
import { mailText, type NewMail, pageUrl } from "../../mail/public.ts";

export const WELCOME_KIND = "waitlist-welcome";

const LINK_LIFETIME = days(30); // docs/limits.md
/** CASL asks for 60 days, CAN-SPAM for 30; people search for such links in old mails. */
const LEAVE_LIFETIME = days(400);

export interface Welcomed {
  readonly firstName: string;
  readonly email: string;
  readonly isBetaTester: boolean;
  /** The city that the person's text means: the text itself could say anything. */
  readonly cityId: number | null;
  readonly referralCode: string;
}

/** The joining mail: what the card says, confirm, share, leave. */
export function welcomeMail(deps: Deps, person: Welcomed): NewMail {
  const { firstName, email, isBetaTester, cityId, referralCode } = person;
  const { name } = deps.settings.brand;
  const token = issuePersonToken(deps, "me", email, LINK_LIFETIME);
  const leaveToken = issuePersonToken(deps, "leave", email, LEAVE_LIFETIME);
  const leaveUrl = pageUrl(deps, `/leave/${leaveToken}`);
  return {
    to: email,
    subject: JOINED_MAIL.subject(name),
    text: mailText(
      deps,
      ...JOINED_MAIL.text({
        brand: name,
        firstName: isPlainName(firstName) ? firstName : null,
        isBetaTester,
        city: cityNameOf(deps, cityId),
        shareUrl: pageUrl(deps, `/?ref=${referralCode}`),
        confirmUrl: pageUrl(deps, `/me#${token}`),
        leaveUrl,
      }),
    ),
    kind: WELCOME_KIND,
    leaveUrl,
    secrets: [token, leaveToken],
  };
}

function cityNameOf({ state }: Deps, cityId: number | null): string | null {
  const city = cityId === null ? null : state.gazetteer.city(cityId);
  return city && `${city.name}, ${city.state}`;
}
