import { S3Client } from "bun";
import type { Settings } from "../../env.ts";

/** A client of any S3-compatible service. */
export function bucketClient(settings: NonNullable<Settings["evidenceS3"]>): S3Client {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const keys = { accessKeyId, secretAccessKey, ...(region !== undefined && { region }) };
  return new S3Client({ endpoint: endpoint.href, bucket, ...keys });
}

export interface BucketEntry {
  readonly key: string;
  /** By the service's clock. */
  readonly at: Date;
  readonly bytes: number;
}

/** All objects; the service returns up to a thousand a request. Throws if it returns the same page again. */
export async function* bucketEntries(client: S3Client, prefix?: string): AsyncGenerator<BucketEntry> {
  const filter = prefix === undefined ? {} : { prefix };
  for (let continuationToken: string | undefined; ; ) {
    const page = await client.list(
      continuationToken === undefined && prefix === undefined
        ? null
        : { ...filter, ...(continuationToken !== undefined && { continuationToken }) },
    );
    for (const { key, lastModified, size } of page.contents ?? []) {
      if (lastModified !== undefined) yield { key, at: new Date(lastModified), bytes: size ?? 0 };
    }
    if (!page.isTruncated || !page.nextContinuationToken) return;
    if (page.nextContinuationToken === continuationToken)
      throw new Error("the bucket repeats a page of its list");
    continuationToken = page.nextContinuationToken;
  }
}
