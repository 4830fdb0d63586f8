import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { MIGRATIONS } from "../migrate.ts";
import { verifyBackup } from "./backup.ts";
import { BackupError, createBackupFile } from "./backup-file.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const migration = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis;
const HEAD = { format: "rihla-backup", version: 1, migration, createdAt: NOW, references: [] };

let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-backup-file-"));
});

afterAll(() => rm(home, { recursive: true, force: true }));

const made = async (name: string, ...lines: unknown[]) => {
  const path = join(home, name);
  const file = await createBackupFile(path);
  for (const line of lines) await file.line(JSON.stringify(line));
  await file.finish();
  await file.close();
  return path;
};

test("a file with a flipped bit, a missing end or extra bytes is refused", async () => {
  const table = { table: "t", columns: ["id"], types: ["integer"], required: ["id"], sequences: {} };
  const path = await made("small", HEAD, table, ["1"], { rows: { t: 1 } });
  const whole = await Bun.file(path).bytes();
  await verifyBackup(path);
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const at = bit >> 3;
    await Bun.write(path, whole.with(at, (whole[at] ?? 0) ^ (1 << (bit & 7))));
    await expect(verifyBackup(path)).rejects.toThrow(BackupError);
  }
  for (let length = 0; length < whole.length; length++) {
    await Bun.write(path, whole.slice(0, length));
    await expect(verifyBackup(path)).rejects.toThrow(BackupError);
  }
  await Bun.write(path, Buffer.concat([whole, Buffer.from("\n")]));
  await expect(verifyBackup(path)).rejects.toThrow("not a whole backup");
}, 60_000);

test("a file of a newer version or of another program is refused with the remedy", async () => {
  const later = { ...HEAD, migration: 4_102_444_800_000 };
  await expect(verifyBackup(await made("newer", later))).rejects.toThrow("newer version");
  await expect(verifyBackup(await made("future", { ...HEAD, version: 3 }))).rejects.toThrow("newer version");
  await expect(verifyBackup(await made("foreign", { hello: "world" }))).rejects.toThrow("not a backup");
});
