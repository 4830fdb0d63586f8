import { createCipheriv, createHash } from "node:crypto";

const AROUND = 4_096; // bytes of a dictionary that are read
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

/**
 * Whether no one can open the PDF without its password: it is encrypted, and not for the empty password, as files are that
 * only limit printing (ISO 32000-2, 7.6.4). False if its encryption is not understood.
 */
export function needsPassword(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.lastIndexOf("/Encrypt");
  if (at === -1) return false;
  const dictionary = encryptionAt(file, at);
  if (dictionary === null) return false;
  const id = /\/ID\s*\[\s*([(<][\s\S]*)/.exec(file.toString("latin1", Math.max(0, at - AROUND), at + AROUND));
  const [owner, user] = [stringOf(dictionary, "O"), stringOf(dictionary, "U")];
  if (owner === null || user === null) return false;
  const revision = numberOf(dictionary, "R");
  if (revision === 5 || revision === 6) return !opensByHash(user, revision);
  if (revision < 2 || revision > 4) return false;
  const isMetadataPlain = revision === 4 && /\/EncryptMetadata\s+false/.test(dictionary);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(numberOf(dictionary, "P") | 0);
  const firstId = id?.[1] === undefined ? Buffer.alloc(0) : readString(id[1]);
  const salt = [
    owner.subarray(0, 32),
    permissions,
    firstId,
    ...(isMetadataPlain ? [Buffer.alloc(4, 0xff)] : []),
  ];
  const bits = revision === 2 ? 40 : numberOf(dictionary, "Length", 40);
  return !opensByKey(user, { revision, salt, keyBytes: revision === 4 ? 16 : bits / 8, id: firstId });
}

/** The encryption dictionary, beside `/Encrypt` or in the object that it names. */
function encryptionAt(file: Buffer, at: number): string | null {
  const text = file.toString("latin1", at, at + AROUND);
  const named = /^\/Encrypt\s+(\d+)\s+(\d+)\s+R/.exec(text);
  if (!named) return /^\/Encrypt\s*<</.test(text) ? text : null;
  const start = file.lastIndexOf(`\n${named[1]} ${named[2]} obj`);
  if (start === -1) return null;
  const body = file.toString("latin1", start, start + AROUND);
  const end = body.indexOf("endobj");
  return end === -1 ? body : body.slice(0, end);
}

function numberOf(dictionary: string, name: string, missing = 0): number {
  const found = new RegExp(`/${name}\\s+(-?\\d+)`).exec(dictionary);
  return found ? Number(found[1]) : missing;
}

function stringOf(dictionary: string, name: string): Buffer | null {
  const found = new RegExp(`/${name}\\s*([(<][\\s\\S]*)`).exec(dictionary);
  return found?.[1] === undefined || found[1].startsWith("<<") ? null : readString(found[1]);
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** The string that a text begins with, `<hex>` or `(literal)`. */
function readString(text: string): Buffer {
  if (text.startsWith("<")) return Buffer.from(text.slice(1, text.indexOf(">")).replace(/\s/g, ""), "hex");
  let value = "";
  let depth = 1;
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "\\") {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
      const escaped = text[at + 1] ?? "";
      value +=
        octal === undefined ? (ESCAPES[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(octal, 8));
      at += octal?.length ?? 1;
      continue;
    }
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (depth === 0) break;
    value += letter;
  }
  return Buffer.from(value, "latin1");
}

const digest = (algorithm: string, ...parts: readonly Uint8Array[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest();

interface Key {
  readonly revision: number;
  readonly salt: readonly Uint8Array[];
  readonly keyBytes: number;
  readonly id: Uint8Array;
}

/** Algorithms 2, 4 and 5 with the empty password. */
function opensByKey(user: Buffer, { revision, salt, keyBytes, id }: Key): boolean {
  let key = digest("md5", PADDING, ...salt);
  if (revision > 2) for (let round = 0; round < 50; round++) key = digest("md5", key.subarray(0, keyBytes));
  key = key.subarray(0, keyBytes);
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32));
  let expected = digest("md5", PADDING, id);
  for (let round = 0; round < 20; round++)
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    );
  return expected.equals(user.subarray(0, 16));
}

/** Algorithms 2.A and 2.B with the empty password. */
function opensByHash(user: Buffer, revision: 5 | 6): boolean {
  let key = digest("sha256", user.subarray(32, 40));
  if (revision === 6)
    for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
      const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
        false,
      );
      const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
      const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
      key = digest(["sha256", "sha384", "sha512"][sum % 3] ?? "sha256", encrypted);
      last = encrypted.at(-1) ?? 0;
    }
  return key.subarray(0, 32).equals(user.subarray(0, 32));
}

/** Not in every OpenSSL any more. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] ?? 0)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
    }),
  );
}
