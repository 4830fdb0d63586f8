import type { Encryption } from "../../core/crypto/encryption.ts";

const MARK = /⟦(\d+)⟧/g;
const REMOVED = "[removed once it was sent]";

const associatedData = (mailId: string): string => `mails.secrets:${mailId}`;

/** The text with each secret replaced by a mark, and the secrets encrypted; null if there are none. */
export function hideSecrets(encryption: Encryption, id: string, text: string, secrets: readonly string[]) {
  const encrypted = encryption.encrypt("mail-secrets", associatedData(id), JSON.stringify(secrets));
  return { text: markSecrets(text, secrets), secrets: secrets.length === 0 ? null : encrypted };
}

/** The text with a mark in place of each secret. */
export const markSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((all, secret, index) => all.replaceAll(secret, `⟦${index}⟧`), text);

interface StoredText {
  readonly id: string;
  readonly text: string;
  /** Null if the mail never had any, or has been sent. */
  readonly secrets: string | null;
}

/** The text with its secrets. Throws if they were encrypted with another key. */
export function revealSecrets(encryption: Encryption, { id, text, secrets }: StoredText): string {
  if (secrets === null) return text;
  const json = encryption.decrypt("mail-secrets", associatedData(id), secrets);
  if (json === null)
    throw new Error("the links of this mail cannot be decrypted with the current SECRET_KEY");
  const values: readonly string[] = JSON.parse(json);
  return text.replace(MARK, (mark, index: string) => values[Number(index)] ?? mark);
}

/** The text for the operator, after the secrets were removed. */
export const withoutSecrets = (text: string): string => text.replace(MARK, REMOVED);

/** Encrypts a mail's secrets with another key; null if they cannot be decrypted. */
export function reencryptSecrets(
  from: Encryption,
  to: Encryption,
  id: string,
  secrets: string,
): string | null {
  const json = from.decrypt("mail-secrets", associatedData(id), secrets);
  return json === null ? null : to.encrypt("mail-secrets", associatedData(id), json);
}
