import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { S3Client } from "bun";
import type { Settings } from "../../../env.ts";

/** What lies in a store under one name, be it whole or half. */
export interface StoredFile {
  readonly name: string;
  /** When it was stored, by the store's clock. */
  readonly at: Date;
}

/** Where the sealed bytes of evidence lie. A name is an id of ours, never a person's word. */
export interface FileStore {
  /**
   * Keeps the bytes for good before it resolves; what was there under the name is replaced. One that fails may have
   * kept them all the same.
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null where there are none. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Also where there are none. */
  remove(name: string): Promise<void>;
  /** All that is stored, also what others put there. */
  list(): AsyncIterable<StoredFile>;
}

declare module "../../../core/rpc/context.ts" {
  interface Ports {
    readonly files: FileStore;
  }
}

/** The store that the settings name. */
export function createFileStore({
  dataDir,
  evidenceS3,
}: Pick<Settings, "dataDir" | "evidenceS3">): FileStore {
  return evidenceS3 === undefined ? folderStore(join(dataDir, "evidence")) : s3Store(evidenceS3);
}

const UNFINISHED = ".tmp";

/** Files of one folder, for its owner alone; a file is there whole or not at all. */
function folderStore(folder: string): FileStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, name + UNFINISHED);
      try {
        const file = await open(unfinished, "w", 0o600);
        try {
          for await (const part of bytes) await file.write(part);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    async get(name) {
      const path = join(folder, name);
      const found = await stat(path).catch(missing);
      return found && createReadStream(path);
    },
    async remove(name) {
      await rm(join(folder, name), { force: true });
      await rm(join(folder, name + UNFINISHED), { force: true }); // a killed process left it
    },
    async *list() {
      for (const entry of (await readdir(folder).catch(missing)) ?? []) {
        const found = await stat(join(folder, entry)).catch(missing); // null where it went meanwhile
        const name = entry.endsWith(UNFINISHED) ? entry.slice(0, -UNFINISHED.length) : entry;
        if (found) yield { name, at: found.mtime };
      }
    },
  };
}

/** The new name outlives a power cut only then. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Any S3-compatible service. A file has 10 MiB at most, so that one request carries it. */
function s3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Place): FileStore {
  const keys = { accessKeyId, secretAccessKey, ...(region !== undefined && { region }) };
  const client = new S3Client({ endpoint: endpoint.href, bucket, ...keys });
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
        if (error.code !== "NoSuchKey") throw error; // some services say so, others do not
      });
    },
    list: () => listed(client),
  };
}

/** A thousand names a request. */
async function* listed(client: S3Client): AsyncGenerator<StoredFile> {
  for (let continuationToken: string | undefined; ; ) {
    const page = await client.list(continuationToken === undefined ? null : { continuationToken });
    for (const { key, lastModified } of page.contents ?? []) {
      if (lastModified !== undefined) yield { name: key, at: new Date(lastModified) };
    }
    if (!page.isTruncated || !page.nextContinuationToken) return;
    continuationToken = page.nextContinuationToken;
  }
}

type S3Place = NonNullable<Settings["evidenceS3"]>;
