import { expect, test } from "bun:test";
import { bucketClient, bucketEntries } from "./bucket.ts";

test("the list of a bucket that repeats a page ends with an error", async () => {
  const entry =
    "<Contents><Key>a</Key><LastModified>2026-03-01T10:00:00.000Z</LastModified><Size>1</Size></Contents>";
  const more = "<IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken>";
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(`<ListBucketResult><Name>b</Name>${more}${entry}</ListBucketResult>`),
  });
  const keys = { accessKeyId: "key", secretAccessKey: "secret", region: "us-east-1" };
  const client = bucketClient({ endpoint: server.url, bucket: "b", ...keys });
  await expect(Array.fromAsync(bucketEntries(client))).rejects.toThrow("repeats a page");
});
