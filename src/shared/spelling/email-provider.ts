import { isOneTypo } from "./edit-distance.ts";

/** The providers that most people here use, and what they are one mistyped letter away from. */
const PROVIDERS = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "proton.me",
  "protonmail.com",
  "comcast.net",
  "verizon.net",
  "sbcglobal.net",
  "bellsouth.net",
  "charter.net",
  "fastmail.com",
  "yahoo.ca",
  "hotmail.ca",
  "outlook.ca",
  "rogers.com",
  "videotron.ca",
  "sympatico.ca",
] as const;
/** Other existing providers with names similar to one of those. */
const ALSO_RIGHT = new Set(["mail.com", "email.com", "ymail.com", "gmx.com", "proton.com", "mailo.com"]);

/** The provider that an address probably means, or null: `gmail.com` for `amina@gmial.com` and `amina@gmail`. */
export function meantProvider(address: string): string | null {
  const domain = address.trim().toLowerCase().split("@").at(1) ?? "";
  if (domain === "" || ALSO_RIGHT.has(domain) || PROVIDERS.some((each) => each === domain)) return null;
  return PROVIDERS.find((each) => isOneTypo(each, domain) || each.startsWith(`${domain}.`)) ?? null;
}

/** The address with another provider; what is before the `@` stays as it was typed. */
export const withProvider = (address: string, provider: string): string =>
  `${address.trim().split("@")[0]}@${provider}`;
