import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { decryptStream, encryptStream } from "./encrypted-stream.ts";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = "k1";

export type Encryption = ReturnType<typeof createEncryption>;
type Purpose =
  | "mfa-secret"
  | "key-check"
  | "client-address"
  | "account-name"
  | "device"
  | "user-code"
  | "idempotency"
  | "person"
  | "former-partner"
  | "sandbox-notice"
  | "evidence"
  | "mail-secrets"
  | "link-slot"
  | "link-code"
  | "city-margin"
  | "person-link"
  | "joined-card"
  | "report-network"
  | "backup";

/**
 * Encryption at rest and keyed hashes from one SECRET_KEY. Each purpose has its own key (HKDF), and an encrypted value
 * decrypts only with the associated data (table, column, row) that it was encrypted with.
 */
export function createEncryption(secretKey: string) {
  const keys = new Map<Purpose, Buffer>();
  const keyFor = (purpose: Purpose): Buffer => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync("sha256", secretKey, "", `rihla/${purpose}`, KEY_BYTES));
    keys.set(purpose, key);
    return key;
  };
  return {
    /** Returns `k1.<base64url>`; `associatedData` names table, column and row. */
    encrypt(purpose: Purpose, associatedData: string, plain: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyFor(purpose), nonce).setAAD(Buffer.from(associatedData));
      const encrypted = Buffer.concat([
        nonce,
        cipher.update(plain, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${KEY_ID}.${encrypted.toString("base64url")}`;
    },
    /** Null if the value was encrypted with another key or other associated data, or was altered. */
    decrypt(purpose: Purpose, associatedData: string, encrypted: string): string | null {
      const [id, text] = encrypted.split(".");
      const bytes = Buffer.from(text ?? "", "base64url");
      if (id !== KEY_ID || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, keyFor(purpose), bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(associatedData)).setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const plain = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(plain).toString("utf8");
      } catch {
        return null; // the tag does not match
      }
    },
    /** Encrypts a file as a stream. */
    encryptStream: (purpose: Purpose, associatedData: string, plain: AsyncIterable<Uint8Array>) =>
      encryptStream(keyFor(purpose), associatedData, plain),
    /** Decrypts the output of `encryptStream`. Throws `DecryptionError` before it yields a wrong byte. */
    decryptStream: (purpose: Purpose, associatedData: string, encrypted: AsyncIterable<Uint8Array>) =>
      decryptStream(keyFor(purpose), associatedData, encrypted),
    /** A keyed hash (HMAC) of a value that must be recognized but not stored: 22 characters. */
    keyedHash(purpose: Purpose, value: string): string {
      return createHmac("sha256", keyFor(purpose)).update(value).digest("base64url").slice(0, 22);
    },
  };
}
