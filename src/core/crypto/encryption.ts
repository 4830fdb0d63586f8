import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { bech32 } from "@scure/base";
import { decryptStream, encryptStream } from "./encrypted-stream.ts";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = "k1";
const KEY_CHECK = "key-check";

export interface Encryption {
  /** Returns `k1.<base64url>`; `associatedData` names table, column and row. */
  encrypt(purpose: Purpose, associatedData: string, plain: string): string;
  /** Null if the value was encrypted with another key or other associated data, or was altered. */
  decrypt(purpose: Purpose, associatedData: string, encrypted: string): string | null;
  /** Encrypts a file as a stream. */
  encryptStream(
    purpose: Purpose,
    associatedData: string,
    plain: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array>;
  /** Decrypts the output of `encryptStream`. Throws `DecryptionError` before it yields a wrong byte. */
  decryptStream(
    purpose: Purpose,
    associatedData: string,
    encrypted: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array>;
  /** A keyed hash (HMAC) of a value that must be recognized but not stored: 22 characters. */
  keyedHash(purpose: Purpose, value: string): string;
  /** The hashes by which a value may be stored: that of `keyedHash` first, then those of the older keys. */
  keyedHashes(purpose: Purpose, value: string): readonly [string, ...string[]];
  /** The same keys, with the one that has this key check as the writing key; null if none has it. */
  writingWith(keyCheck: string): Encryption | null;
  /** The identities with which age opens backups: the writing key's first. Secret. */
  readonly backupIdentities: readonly [string, ...string[]];
  /** A hash of each key by which `installation` recognizes it; the writing key's comes first. */
  readonly keyChecks: readonly [string, ...string[]];
}
type Purpose =
  | "mfa-secret"
  | "key-check"
  | "client-address"
  | "claim-code"
  | "claim-mailbox"
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
  | "left-card"
  | "report-network"
  | "suggestion-network"
  | "still-open"
  | "backup";

type KeyOf = (purpose: Purpose) => Buffer;

/** One key per purpose (HKDF), derived on first use. */
function keysFrom(secretKey: string): KeyOf {
  const keys = new Map<Purpose, Buffer>();
  return (purpose) => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync("sha256", secretKey, "", `rihla/${purpose}`, KEY_BYTES));
    keys.set(purpose, key);
    return key;
  };
}

/**
 * Encryption at rest and keyed hashes from SECRET_KEY. Each purpose has its own key, and an encrypted value decrypts only
 * with the associated data (table, column, row) that it was encrypted with. `older` keys only decrypt, while
 * instances restart one after the other with a new key.
 */
export function createEncryption(secretKey: string, older: readonly string[] = []): Encryption {
  const keys = [secretKey, ...older];
  const keyFor = keysFrom(secretKey);
  const olderKeys = older.map(keysFrom);
  const all = [keyFor, ...olderKeys];
  const keyedHashes: Encryption["keyedHashes"] = (purpose, value) => [
    hashWith(keyFor(purpose), value),
    ...olderKeys.map((each) => hashWith(each(purpose), value)),
  ];
  const keyChecks = keyedHashes(KEY_CHECK, KEY_CHECK);
  const encryption: Encryption = {
    encrypt(purpose, associatedData, plain) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const cipher = createCipheriv(ALGORITHM, keyFor(purpose), nonce).setAAD(Buffer.from(associatedData));
      const text = cipher.update(plain, "utf8");
      cipher.final(); // empty, as GCM is a stream cipher
      return `${KEY_ID}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")}`;
    },
    decrypt(purpose, associatedData, encrypted) {
      const [id, text] = encrypted.split(".");
      const bytes = Buffer.from(text ?? "", "base64url");
      if (id !== KEY_ID || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      for (const each of all) {
        const plain = decryptWith(each(purpose), associatedData, bytes);
        if (plain !== null) return plain;
      }
      return null;
    },
    encryptStream: (purpose, associatedData, plain) => encryptStream(keyFor(purpose), associatedData, plain),
    decryptStream: (purpose, associatedData, encrypted) =>
      decryptStream(
        all.map((each) => each(purpose)),
        associatedData,
        encrypted,
      ),
    keyedHash: (purpose, value) => hashWith(keyFor(purpose), value),
    keyedHashes,
    writingWith(keyCheck) {
      const index = keyChecks.indexOf(keyCheck);
      const writer = keys[index];
      if (writer === undefined) return null;
      return index === 0 ? encryption : createEncryption(writer, keys.toSpliced(index, 1));
    },
    get backupIdentities() {
      return [identityOf(keyFor("backup")), ...olderKeys.map((each) => identityOf(each("backup")))] as const;
    },
    keyChecks,
  };
  return encryption;
}

/** A key as the secret scalar of X25519, as age writes it. */
const identityOf = (key: Buffer): string => bech32.encodeFromBytes("age-secret-key-", key).toUpperCase();

/** Null if the tag does not match. */
function decryptWith(key: Buffer, associatedData: string, bytes: Buffer): string | null {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(associatedData)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const plain = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(plain).toString("utf8");
  } catch {
    return null;
  }
}

const hashWith = (key: Buffer, value: string): string =>
  createHmac("sha256", key).update(value).digest("base64url").slice(0, 22);
