import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skipLine } from "../../../e2e/harness/suite.ts";
import { BackupError } from "../../db/backup/backup-file.ts";
import {
  type BackupKey,
  decryptBackup,
  derivePassphraseKey,
  encryptBackup,
  isKeyOf,
  newSalt,
  readEncryptedBackup,
} from "./backup-encryption.ts";
import { createEncryption } from "./encryption.ts";

const KEY = "a key for backups that is long enough";
const encryption = createEncryption(KEY);
const PLAIN = Buffer.from("the rows of every table");

let home: string;
let path: string;
let whole: Uint8Array;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-encrypted-"));
  path = join(home, "backup");
  whole = await encrypted(encryption);
});
afterAll(() => rm(home, { recursive: true, force: true }));

const encrypted = async (key: BackupKey, plain: Uint8Array<ArrayBuffer> = PLAIN): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(encryptBackup(key, new Blob([plain]).stream())));

async function decrypted(bytes: Uint8Array, used: BackupKey = encryption): Promise<Buffer> {
  await Bun.write(path, bytes);
  const backup = await readEncryptedBackup(path);
  if (backup === null) throw new BackupError("not encrypted");
  if (!(await isKeyOf(backup, used))) throw new BackupError("another key");
  return Buffer.concat(await Array.fromAsync(decryptBackup(path, used)));
}

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => error,
  );

test("an encrypted backup decrypts with its key and shows nothing of its content", async () => {
  expect((await decrypted(whole)).equals(PLAIN)).toBe(true);
  expect(Buffer.from(whole).includes("rows")).toBe(false);
  const other = createEncryption("some other key of enough bytes");
  expect(await outcomeOf(decrypted(whole, other))).toMatchObject({ message: "another key" });
});

test("a backup opens with an older key, and one of a passphrase with that passphrase alone", async () => {
  const rotated = createEncryption("a key that replaced the first one", [KEY]);
  expect((await decrypted(whole, rotated)).equals(PLAIN)).toBe(true);
  const salt = newSalt();
  const key = { salt, key: await derivePassphraseKey("violet camel orbit", salt) };
  const bytes = await encrypted(key);
  expect((await decrypted(bytes, key)).equals(PLAIN)).toBe(true);
  expect(await readEncryptedBackup(path)).toMatchObject({ salt });
  const wrong = { salt, key: await derivePassphraseKey("violet camel orbits", salt) };
  for (const each of [wrong, encryption])
    expect(await outcomeOf(decrypted(bytes, each))).toMatchObject({ message: "another key" });
});

test("a change of any byte is refused, and so is a shorter or longer file", async () => {
  for (let at = 0; at < whole.length; at += 1) {
    const changed = whole.with(at, (whole[at] ?? 0) ^ 1);
    expect([at, await outcomeOf(decrypted(changed))]).toEqual([at, expect.any(BackupError)]);
    const shorter = whole.subarray(0, at);
    expect([at, await outcomeOf(decrypted(shorter))]).toEqual([at, expect.any(BackupError)]);
  }
  expect(await outcomeOf(decrypted(Buffer.concat([whole, Buffer.of(0)])))).toBeInstanceOf(BackupError);
});

test("a backup of many chunks is whole again, and one that was cut between two of them is refused", async () => {
  const plain = randomBytes(300_000);
  const bytes = await encrypted(encryption, plain);
  expect((await decrypted(bytes)).equals(plain)).toBe(true);
  const chunks = bytes.length - plain.length - 5 * 16; // what is before them
  for (const kept of [1, 2, 4]) {
    const cut = bytes.subarray(0, chunks + kept * (65_536 + 16));
    expect(await outcomeOf(decrypted(cut))).toBeInstanceOf(BackupError);
  }
});

const AGE = Bun.which("age");
if (AGE === null) console.log(skipLine("opening a backup with an older key", "age is not installed"));

test.skipIf(AGE === null)(
  "age opens a backup with the identity of SECRET_KEY and of an older one",
  async () => {
    const identities = join(home, "identity.txt");
    await Bun.write(path, whole);
    for (const each of [encryption, createEncryption("a key that replaced the first one", [KEY])]) {
      await Bun.write(identities, `${each.backupIdentities.join("\n")}\n`);
      const opened = Bun.spawnSync([String(AGE), "-d", "-i", identities, path]);
      expect([opened.exitCode, opened.stderr.toString()]).toEqual([0, ""]);
      expect(opened.stdout.equals(PLAIN)).toBe(true);
    }
  },
);

test("a passphrase gives another key with every salt", async () => {
  const [one, two] = [newSalt(), newSalt()];
  const key = await derivePassphraseKey("violet camel orbit", one);
  expect(await derivePassphraseKey("violet camel orbit", one)).toBe(key);
  expect(await derivePassphraseKey("violet camel orbit", two)).not.toBe(key);
  expect(await derivePassphraseKey("violet camel orbi", one)).not.toBe(key);
});
