/**
 * A bucket named "evidence-files" with the part of the S3 protocol that the stores need. It refuses requests that are not
 * signed for it.
 */
export function fakeBucket() {
  const objects = new Map<string, Uint8Array>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname: path, searchParams } = new URL(request.url);
      const signed = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/us-east-1\/s3\/aws4_request/;
      if (!signed.test(request.headers.get("authorization") ?? "") || !path.startsWith("/evidence-files/")) {
        return new Response("<Error><Code>AccessDenied</Code></Error>", { status: 403 });
      }
      if (searchParams.get("list-type") === "2") return new Response(oneListed(objects, searchParams));
      if (request.method === "PUT") objects.set(path, await request.bytes());
      if (request.method === "DELETE")
        return new Response(null, { status: objects.delete(path) ? 204 : 404 });
      const found = objects.get(path);
      if (!found) return new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 });
      return new Response(request.method === "GET" ? found.slice() : null, {
        headers: { ETag: '"1"', "Content-Length": request.method === "HEAD" ? String(found.length) : "" },
      });
    },
  });
  return {
    /** By path. */
    objects,
    settings: {
      EVIDENCE_S3_URL: `http://127.0.0.1:${server.port}`,
      EVIDENCE_S3_BUCKET: "evidence-files",
      EVIDENCE_S3_REGION: "us-east-1",
      EVIDENCE_S3_ACCESS_KEY_ID: "key",
      EVIDENCE_S3_SECRET_ACCESS_KEY: "secret",
    },
    stop: () => void server.stop(true),
  };
}

/** A page of one name, as ListObjectsV2 answers. */
function oneListed(objects: ReadonlyMap<string, Uint8Array>, query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const all = [...objects.keys()].map((path) => path.slice("/evidence-files/".length)).sort();
  const keys = all.filter((key) => key.startsWith(prefix));
  const at = Number(atob(query.get("continuation-token") ?? ""));
  const key = keys[at];
  const next = at + 1 < keys.length ? btoa(String(at + 1)) : null;
  const bytes = objects.get(`/evidence-files/${key}`)?.length;
  const entry = `<Contents><Key>${key}</Key><LastModified>2026-03-01T10:00:00.000Z</LastModified><Size>${bytes}</Size></Contents>`;
  return `<ListBucketResult><Name>evidence-files</Name><IsTruncated>${next !== null}</IsTruncated>${
    next === null ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`
  }${key === undefined ? "" : entry}</ListBucketResult>`;
}
