import { issuePersonToken } from "../../../../core/auth/person-tokens.ts";
import type { Deps } from "../../../../core/rpc/context.ts";
import { days } from "../../../../shared/duration.ts";
import { pageUrl } from "../../../mail/public.ts";
import { fill, type Template, type Values } from "./markdown.ts";

/** CASL asks for 60 days, CAN-SPAM for 30; people search for such links in old mails. */
const LEAVE_LIFETIME = days(400);

/** Joiners are letters in Persian and Urdu. */
const WORD = String.raw`(?:[\p{L}\p{M}'’‘ʻʼʾʿ.\u2010\u2011\-]|\u200C|\u200D){1,30}`;
/** One to six plain words: strangers can enter any name with any address. */
const PLAIN_NAME = new RegExp(`^${WORD}( ${WORD}){0,5}$`, "u");
/** What mail programs turn into a link; after an initial or `St.` a space behind the dot prevents that. */
const LINK_LIKE = /[^\s.]{3,}\.\p{L}/u;
const DOT_IN_WORD = /\.(?=\p{L})/gu;

interface Named {
  readonly firstName: string;
  readonly city: string | null;
}

export interface Person extends Named {
  readonly email: string;
  readonly referralCode: string;
}

export const SAMPLE: Person = {
  firstName: "Amina",
  city: "Dearborn",
  email: "amina@example.com",
  referralCode: "sample",
};

/** The code in the invitation of a preview or a test, which no one can accept. */
export const SAMPLE_CODE = "sample";

/** A broadcast as one person gets it, with the link to leave, which no template can omit. */
export function mailTo(deps: Deps, template: Template, person: Person, code: string | null) {
  const { name } = deps.settings.brand;
  const token = issuePersonToken(deps, "leave", person.email, LEAVE_LIFETIME);
  const leaveUrl = pageUrl(deps, `/leave/${token}`);
  const values: Values = {
    ...namesOf(deps, person),
    link: pageUrl(deps, `/?ref=${person.referralCode}`),
    invite: pageUrl(deps, `/beta/${code ?? SAMPLE_CODE}`),
  };
  const why = `You get this because you are on the ${name} waitlist. To leave it, press the button on this page:`;
  const html = fill(template.html, values, Bun.escapeHTML);
  return {
    to: person.email,
    subject: fill(template.subject, values),
    text: `${fill(template.text, values)}\n\n${why}\n${leaveUrl}`,
    html: `${html}${footer(why, leaveUrl)}`,
    leaveUrl,
    token,
  };
}

/** The subject of a broadcast as one person gets it: it holds no links. */
export const subjectTo = (deps: Deps, subject: string, person: Named): string =>
  fill(subject, namesOf(deps, person));

const namesOf = ({ state }: Deps, { firstName, city }: Named) => ({
  name: plain(firstName) ?? "friend",
  city: (city && (state.gazetteer.meaning(city)?.name ?? plain(city))) || "your city",
});

const plain = (text: string): string | undefined =>
  PLAIN_NAME.test(text) && !LINK_LIKE.test(text) ? text.replace(DOT_IN_WORD, ". ") : undefined;

const footer = (why: string, leaveUrl: string): string =>
  `<p style="margin:24px 0 0;font-size:13px;color:#4b5f57">${Bun.escapeHTML(why)} <a href="${Bun.escapeHTML(leaveUrl)}" style="color:#0d6b55">Leave the waitlist</a></p>`;
