const PARAMETERS = {
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  ref: "ref",
} as const;
const MAX = 200; // what the server accepts

/** How a visit began: campaign parameters, the referral code of the link, and the host of another site. */
export function visitSource(search: string, referrer: string, origin: string) {
  const sent = new URLSearchParams(search);
  const named = Object.entries(PARAMETERS).map(([key, name]) => [key, cut(sent.get(name) ?? "")] as const);
  const from = URL.canParse(referrer) ? new URL(referrer) : null;
  const host = from === null || from.origin === origin ? "" : cut(from.host);
  return Object.fromEntries([...named, ["referrer", host]].filter(([, text]) => text !== ""));
}

/** Without control characters, which the server refuses. */
const cut = (text: string): string => [...text.replace(/\p{Cc}/gu, "")].slice(0, MAX).join("");
