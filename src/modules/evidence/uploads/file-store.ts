import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { bucketClient, bucketEntries } from "../../../core/files/bucket.ts";
import { release } from "../../../core/files/release.ts";
import { syncToDisk } from "../../../core/files/sync-to-disk.ts";
import type { Log } from "../../../core/logging/log.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Settings } from "../../../env.ts";
import { DomainError } from "../../../shared/errors.ts";

/** A file in the store, finished or not. */
export interface StoredFile {
  readonly name: string;
  /** When it was stored, by the store's clock. */
  readonly at: Date;
}

/** Stores the encrypted bytes of evidence files. Names are ids of ours, never what a person typed. */
export interface FileStore {
  /** Replaces what has this name; durable once it resolves. One that rejects may have stored the bytes all the same. The parts must not be used afterwards. */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null if there is no such file. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Also succeeds if there is no such file. */
  remove(name: string): Promise<void>;
  /** All files, also those that others put there. */
  list(): AsyncIterable<StoredFile>;
}

declare module "../../../core/rpc/context.ts" {
  interface Ports {
    readonly files: FileStore;
  }
}

/** Turns an error of the disk or the file store into a 503 and logs it: the caller is not to blame. */
export const storageFailure =
  (log: Log) =>
  async (error: unknown): Promise<never> => {
    log.error(errorLogFields(error), "the file store failed");
    const sentence = "Files cannot be stored right now. Please try again later.";
    throw new DomainError("unavailable", sentence, { retryAfter: 30, cause: error });
  };

/** The store of the settings: S3, else a folder of the data directory. */
export function createFileStore({
  dataDir,
  evidenceS3,
}: Pick<Settings, "dataDir" | "evidenceS3">): FileStore {
  return evidenceS3 === undefined ? folderFileStore(join(dataDir, "evidence")) : s3FileStore(evidenceS3);
}

const UNFINISHED = ".tmp";

/** Files in one folder, readable by its owner only; writes are atomic. */
function folderFileStore(folder: string): FileStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, name + UNFINISHED);
      try {
        const file = await open(unfinished, "w", 0o600);
        try {
          for await (const part of bytes) {
            await file.write(part);
            release(part);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncToDisk(folder);
    },
    async get(name) {
      const path = join(folder, name);
      const found = await stat(path).catch(nullIfMissing);
      return found && createReadStream(path);
    },
    async remove(name) {
      await rm(join(folder, name), { force: true });
      await rm(join(folder, name + UNFINISHED), { force: true }); // left by a crash
    },
    async *list() {
      for (const entry of (await readdir(folder).catch(nullIfMissing)) ?? []) {
        const found = await stat(join(folder, entry)).catch(nullIfMissing); // null if it was deleted since
        const name = entry.endsWith(UNFINISHED) ? entry.slice(0, -UNFINISHED.length) : entry;
        if (found) yield { name, at: found.mtime };
      }
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Any S3-compatible service. A file has at most 10 MiB, so one request is enough. */
function s3FileStore(settings: S3Settings): FileStore {
  const client = bucketClient(settings);
  return {
    async put(name, bytes) {
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      await client.write(name, new Blob(parts as BlobPart[]), { type: "application/octet-stream" });
    },
    async get(name) {
      const file = client.file(name);
      return (await file.exists()) ? file.stream() : null;
    },
    async remove(name) {
      await client.delete(name).catch((error: { readonly code?: unknown }) => {
        if (error.code !== "NoSuchKey") throw error; // only some services report it
      });
    },
    async *list() {
      for await (const { key, at } of bucketEntries(client)) yield { name: key, at };
    },
  };
}

type S3Settings = NonNullable<Settings["evidenceS3"]>;
