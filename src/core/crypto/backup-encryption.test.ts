import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BackupError } from "../../db/backup/backup-file.ts";
import {
  decryptBackup,
  derivePassphraseKey,
  encryptBackup,
  isKeyOf,
  newSalt,
  readEncryptedBackup,
  verifyEncryptedChecksum,
} from "./backup-encryption.ts";
import { createEncryption } from "./encryption.ts";

const encryption = createEncryption("a key for backups that is long enough");
const PLAIN = Buffer.from("the rows of every table");

let home: string;
let path: string;
let whole: Uint8Array;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-encrypted-"));
  path = join(home, "backup");
  whole = Buffer.concat(await Array.fromAsync(encryptBackup(encryption, null, new Blob([PLAIN]).stream())));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function decrypted(bytes: Uint8Array, used = encryption): Promise<Buffer> {
  await Bun.write(path, bytes);
  const backup = await readEncryptedBackup(path);
  if (backup === null) throw new BackupError("not encrypted");
  if (!isKeyOf(backup, used)) throw new BackupError("another key");
  return Buffer.concat(await Array.fromAsync(decryptBackup(path, backup, used)));
}

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => error,
  );

/** The file with a sum that fits its bytes, as someone who alters it would write it. */
function withFittingSum(bytes: Uint8Array): Uint8Array {
  const body = bytes.subarray(0, -32);
  return Buffer.concat([body, new Bun.CryptoHasher("sha256").update(body).digest()]);
}

test("an encrypted backup decrypts with its key and shows nothing of its content", async () => {
  expect((await decrypted(whole)).equals(PLAIN)).toBe(true);
  await verifyEncryptedChecksum(path);
  expect(Buffer.from(whole).includes("rows")).toBe(false);
  expect(await outcomeOf(decrypted(whole, createEncryption("some other key of enough bytes")))).toMatchObject(
    {
      message: "another key",
    },
  );
});

test("a changed byte or a missing end is noticed without the key", async () => {
  for (let at = 0; at < whole.length; at += 1) {
    await Bun.write(path, whole.with(at, (whole[at] ?? 0) ^ 1));
    expect([at, await outcomeOf(verifyEncryptedChecksum(path))]).toEqual([at, expect.any(BackupError)]);
    await Bun.write(path, whole.subarray(0, at));
    expect([at, await outcomeOf(verifyEncryptedChecksum(path))]).toEqual([at, expect.any(BackupError)]);
  }
});

test("a change is refused even if the sum was made to fit, and so is a shorter or longer file", async () => {
  for (let at = 0; at < whole.length - 32; at += 1) {
    const changed = withFittingSum(whole.with(at, (whole[at] ?? 0) ^ 1));
    expect([at, await outcomeOf(decrypted(changed))]).toEqual([at, expect.any(BackupError)]);
  }
  const [body, end] = [whole.subarray(0, -33), whole.subarray(-33)];
  for (const bytes of [
    Buffer.concat([body, end.subarray(1)]),
    Buffer.concat([body, end.subarray(0, 1), end]),
  ])
    expect(await outcomeOf(decrypted(withFittingSum(bytes)))).toBeInstanceOf(BackupError);
});

test("a passphrase gives another key with every salt", async () => {
  const [one, two] = [newSalt(), newSalt()];
  expect(await derivePassphraseKey("violet camel orbit", one)).toBe(
    await derivePassphraseKey("violet camel orbit", one),
  );
  expect(await derivePassphraseKey("violet camel orbit", one)).not.toBe(
    await derivePassphraseKey("violet camel orbit", two),
  );
  expect(await derivePassphraseKey("violet camel orbi", one)).not.toBe(
    await derivePassphraseKey("violet camel orbit", one),
  );
});
