const ANYONES =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|aol|proton|protonmail|gmx|mail|fastmail)\./i;
/** Sites where many places have a page. */
const SHARED =
  /(^|\.)(facebook|fb|instagram|linktr|google|goo|yelp|tiktok|youtube|twitter|x|linkedin|doordash|ubereats|grubhub|wixsite|squarespace|weebly|godaddysites|wordpress|blogspot|myshopify|square|toasttab|clover)\.(com?\.)?[a-z]{2,4}$/i;
const NETWORK_PROVIDERS = new Set([
  ...["comcast.net", "verizon.net", "sbcglobal.net", "bellsouth.net", "charter.net", "att.net", "cox.net"],
  ...["rogers.com", "videotron.ca", "sympatico.ca", "shaw.ca", "bell.net"],
]);

/** The domain of an email address; empty for one that anyone can have a mailbox at. */
export const domainOfEmail = (email: string): string => ownDomain(email.split("@").at(-1) ?? "");

/** The domain of a website; empty for one that anyone can have a page at. */
export const domainOfWebsite = (website: string): string =>
  ownDomain((URL.parse(website)?.hostname ?? "").replace(/^www\./, ""));

function ownDomain(host: string): string {
  const domain = host.toLowerCase().replace(/\.$/, "");
  return ANYONES.test(domain) || SHARED.test(domain) || NETWORK_PROVIDERS.has(domain) ? "" : domain;
}
