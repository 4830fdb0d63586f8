import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { bucketClient, bucketEntries } from "../../../core/files/bucket.ts";
import { syncToDisk } from "../../../core/files/sync-to-disk.ts";
import { tempFilePath } from "../../../core/files/temp-file.ts";
import type { Settings } from "../../../env.ts";
import { hours } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";

/** Where the server keeps its own backups. */
export interface BackupStore {
  /** For people: a path, or a bucket's name. */
  readonly location: string;
  /** Where the file of this name is to be written first. */
  unfinishedPath(name: string): Promise<string>;
  /** Takes over a complete file; durable once it resolves. */
  add(name: string, unfinished: string): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly StoredBackup[]>;
  /** Null if it is not a file of this machine. */
  pathOf(name: string): string | null;
  get(name: string): AsyncIterable<Uint8Array>;
  remove(name: string): Promise<void>;
}

/** Why a backup was made: the schedule, an operator, or an operator who wants to keep it. */
type BackupKind = "scheduled" | "manual" | "pinned";

export interface StoredBackup {
  readonly name: string;
  readonly madeAt: Date;
  readonly bytes: number;
  readonly kind: BackupKind;
  /** What the operator called a pinned one. */
  readonly label: string | null;
}

type StoreSettings = Pick<Settings, "dataDir" | "databaseUrl" | "evidenceS3" | "backups">;

export function createBackupStore(settings: StoreSettings): BackupStore {
  const { dataDir, evidenceS3, backups } = settings;
  if (backups.target === "bucket" && evidenceS3) return bucketStore(settings, evidenceS3);
  return folderStore(join(dataDir, "backups"));
}

const NAME =
  /^rihla-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-\w+(?:-(manual|pinned))?(?:-([a-z0-9-]+))?\.backup$/;
const ID_CHARACTERS = 8;

/**
 * Names sort by time, and differ for two of the same second. They also say why the backup was made, so that a store that
 * outlived its database still knows which ones to keep.
 */
export function newBackupName(now: Date, kind: BackupKind, label = ""): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const words = [time, randomId().slice(-ID_CHARACTERS), ...(kind === "scheduled" ? [] : [kind])];
  return `rihla-${[...words, ...(label === "" ? [] : [label])].join("-")}.backup`;
}

/** When the backup of this name was begun; null for a file of something else. */
export function timeOfName(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

function storedBackup(name: string, bytes: number): readonly StoredBackup[] {
  const madeAt = timeOfName(name);
  if (madeAt === null) return [];
  const [kind, label = null] = (NAME.exec(name) ?? []).slice(7);
  return [{ name, madeAt, bytes, kind: kind === "manual" || kind === "pinned" ? kind : "scheduled", label }];
}

const newestFirst = (found: readonly StoredBackup[]) =>
  found.toSorted((one, other) => (one.name < other.name ? 1 : -1));

const UNFINISHED = ".tmp";
const UNFINISHED_KEPT = hours(24);

/** Readable by its owner only. */
function folderStore(folder: string): BackupStore {
  const pathOf = (name: string) => join(folder, name);
  return {
    location: folder,
    pathOf,
    async unfinishedPath(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await deleteUnfinished(folder);
      return pathOf(name + UNFINISHED);
    },
    async add(name, unfinished) {
      const file = await open(unfinished);
      await file.sync().finally(() => file.close());
      await rename(unfinished, pathOf(name));
      await syncToDisk(folder);
    },
    async list() {
      const found: StoredBackup[] = [];
      for (const name of await readdir(folder).catch(noneIfMissing)) {
        const file = await stat(pathOf(name)).catch(() => null);
        if (file?.isFile()) found.push(...storedBackup(name, file.size));
      }
      return newestFirst(found);
    },
    get: (name) => createReadStream(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

/** What killed processes left. */
async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED) || timeOfName(name.slice(0, -UNFINISHED.length)) === null) continue;
    const age = Date.now() - ((await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > UNFINISHED_KEPT) await rm(join(folder, name), { force: true });
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

const PREFIX = "backups/"; // apart from the evidence files, whose names have no folder

function bucketStore(settings: StoreSettings, evidenceS3: NonNullable<Settings["evidenceS3"]>): BackupStore {
  const client = bucketClient(evidenceS3);
  return {
    location: `bucket ${evidenceS3.bucket}`,
    pathOf: () => null,
    unfinishedPath: async () => tempFilePath(settings),
    async add(name, unfinished) {
      await client.write(PREFIX + name, Bun.file(unfinished), { type: "application/octet-stream" });
      await rm(unfinished, { force: true });
    },
    async list() {
      const found: StoredBackup[] = [];
      for await (const { key, bytes } of bucketEntries(client, PREFIX))
        found.push(...storedBackup(key.slice(PREFIX.length), bytes));
      return newestFirst(found);
    },
    get: (name) => client.file(PREFIX + name).stream(),
    async remove(name) {
      await client.delete(PREFIX + name);
    },
  };
}
