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
  | "form-time"
  | "unsubscribe"
  | "idempotency"
  | "sandbox-notice"
  | "evidence";

/**
 * Secrets at rest and keyed prints, from one SECRET_KEY: every purpose has a key of its own (HKDF),
 * and a sealed value opens only at the place (table, column, row) that it was sealed for.
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
    /** Text to `k1.<base64url>`; `place` names table, column and row. */
    encrypt(purpose: Purpose, place: string, plain: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyFor(purpose), nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plain, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${KEY_ID}.${sealed.toString("base64url")}`;
    },
    /** Null where the value was not sealed by this key for this place. */
    decrypt(purpose: Purpose, place: string, sealed: string): string | null {
      const [id, text] = sealed.split(".");
      const bytes = Buffer.from(text ?? "", "base64url");
      if (id !== KEY_ID || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, keyFor(purpose), bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const plain = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(plain).toString("utf8");
      } catch {
        return null; // wrong key, other place or altered bytes: all the same to us
      }
    },
    /** A file, sealed as it passes. */
    encryptStream: (purpose: Purpose, place: string, plain: AsyncIterable<Uint8Array>) =>
      encryptStream(keyFor(purpose), place, plain),
    /** What `sealBytes` made for this place, in the clear. Throws `NotOurSeal` before it gives out a wrong byte. */
    decryptStream: (purpose: Purpose, place: string, sealed: AsyncIterable<Uint8Array>) =>
      decryptStream(keyFor(purpose), place, sealed),
    /** A keyed print of something that must be recognised but not kept: 22 characters. */
    keyedHash(purpose: Purpose, value: string): string {
      return createHmac("sha256", keyFor(purpose)).update(value).digest("base64url").slice(0, 22);
    },
  };
}
