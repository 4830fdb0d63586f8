import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { DecryptionError } from "./encrypted-stream.ts";
import { createEncryption } from "./encryption.ts";

const encryption = createEncryption("a key for tests with more than enough bytes");

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function gathered(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

const encrypted = (plain: Uint8Array, associatedData = "here", size = 1_000) =>
  gathered(encryption.encryptStream("evidence", associatedData, inParts(plain, size)));
const decrypted = (bytes: Uint8Array, associatedData = "here", size = 1_000) =>
  gathered(encryption.decryptStream("evidence", associatedData, inParts(bytes, size)));
const refusalOf = (bytes: Uint8Array, associatedData?: string) =>
  decrypted(bytes, associatedData).then(
    () => "decrypted",
    (error: unknown) => (error instanceof DecryptionError ? "refused" : error),
  );

const CHUNK = 64 * 1_024;

test("an encrypted stream decrypts, whatever its length and the size of its parts", async () => {
  for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 17]) {
    const plain = randomBytes(length);
    for (const size of [7_001, CHUNK, 10 * CHUNK]) {
      const bytes = await encrypted(plain, "here", size);
      expect([length, size, (await decrypted(bytes, "here", size)).equals(plain)]).toEqual([
        length,
        size,
        true,
      ]);
    }
  }
});

test("an encrypted stream does not contain the plain bytes, and differs each time", async () => {
  const plain = Buffer.from("government-issued".repeat(1_000));
  const [one, two] = [await encrypted(plain), await encrypted(plain)];
  expect([one.includes("government"), one.equals(two)]).toEqual([false, false]);
});

test("a stream with a changed byte, a cut, swapped chunks, other associated data or another key does not decrypt", async () => {
  const bytes = await encrypted(randomBytes(3 * CHUNK));
  const part = CHUNK + 16;
  const at = (index: number) => bytes.subarray(8 + index * part, 8 + (index + 1) * part);
  const changed = Buffer.from(bytes);
  changed[5_000] = (changed[5_000] ?? 0) ^ 1;
  const wrong = [
    changed,
    bytes.subarray(0, -1),
    bytes.subarray(0, 8 + 2 * part), // the last part is missing
    Buffer.concat([bytes.subarray(0, 8), at(1), at(0), at(2)]),
    Buffer.concat([bytes, randomBytes(40)]),
    Buffer.alloc(0),
    Buffer.from("not ours at all, but long enough to be looked at"),
  ];
  expect(await Promise.all(wrong.map((each) => refusalOf(each)))).toEqual(wrong.map(() => "refused"));
  expect(await refusalOf(bytes, "there")).toBe("refused");
  const stranger = createEncryption("another key for tests that is long enough too");
  const other = await gathered(stranger.encryptStream("evidence", "here", inParts(randomBytes(10), 10)));
  expect(await refusalOf(other)).toBe("refused");
});
