import { issuePersonToken } from "../../../core/auth/person-tokens.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { days } from "../../../shared/duration.ts";
import { mailText, type NewMail, pageUrl } from "../../mail/service.ts";

const LIFETIME = days(1); // contract section 12

/** The link to one's own data, asked for by address. */
export function linkMail(deps: Deps, to: string): NewMail {
  const { name } = deps.settings.brand;
  const token = issuePersonToken(deps, "me", to, LIFETIME);
  return {
    to,
    subject: `Your personal ${name} link`,
    text: mailText(
      deps,
      "Here is the link that you asked for. It shows what we keep about this address, and lets you correct it, take it with you, leave the waitlist or have it erased:",
      `See what we keep:\n${pageUrl(deps, `/me#${token}`)}`,
      "The link is meant for you alone and works for 24 hours. If you did not ask for it, you need not do anything: nothing changes without you.",
    ),
    kind: "person-link",
    secrets: [token],
  };
}
