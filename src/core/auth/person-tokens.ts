import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Encryption } from "../crypto/encryption.ts";

/** `me` shows, corrects and erases what is stored about an address; `leave` only takes it off the waitlist. */
export type PersonTokenKind = "me" | "leave";

interface Issuer {
  readonly encryption: Encryption;
  readonly now: () => Date;
}

const PURPOSE = "person-link";
const KEY_ID = "k1.";
const TOKEN = /^[\w-]{40,1000}$/;

/**
 * The token of a link to a person's own data: the address and the end of its life, encrypted, so that it needs no row and
 * shows no address (docs/decisions/018-links-to-own-data.md). Works any number of times. `lifetime` is in milliseconds.
 */
export function issuePersonToken(
  { encryption, now }: Issuer,
  kind: PersonTokenKind,
  email: string,
  lifetime: number,
): string {
  const content = JSON.stringify({ key: emailKey(email), end: now().getTime() + lifetime });
  return encryption.encrypt(PURPOSE, kind, content).slice(KEY_ID.length);
}

/** The address key that a token of one of these kinds is for; null if it is forged or has expired. */
export function readPersonToken(
  { encryption, now }: Issuer,
  kinds: readonly PersonTokenKind[],
  token: string,
): string | null {
  if (!TOKEN.test(token)) return null;
  for (const kind of kinds) {
    const json = encryption.decrypt(PURPOSE, kind, KEY_ID + token);
    if (json === null) continue;
    const { key, end }: { key: string; end: number } = JSON.parse(json); // authenticated: written above
    return end > now().getTime() ? key : null;
  }
  return null;
}

/** `readPersonToken`, but throws 400. */
export function requirePersonToken(issuer: Issuer, kinds: readonly PersonTokenKind[], token: string): string {
  const key = readPersonToken(issuer, kinds, token);
  if (key === null) throw new DomainError("invalid", "This link has expired or was used already");
  return key;
}
