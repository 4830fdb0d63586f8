import { expect, test } from "bun:test";
import { createVersionCache } from "./version-cache.ts";

test("requests that arrive together share one read, and a visitor whose own read is refused fails alone", async () => {
  const cache = createVersionCache(
    async () => "1",
    () => new Date(0),
    10,
  );
  let reads = 0;
  const refused = async () => Promise.reject(new Error("too many requests"));
  const read = async () => {
    reads += 1;
    return "Noor Grill";
  };
  const all = await Promise.all([
    cache("noor", "page", refused).catch(({ message }: Error) => message),
    cache("noor", "page", read),
    cache("noor", "page", read),
  ]);
  expect(all).toEqual(["too many requests", "Noor Grill", "Noor Grill"]);
  expect([reads, await cache<string>("noor", "page", refused)]).toEqual([1, "Noor Grill"]);
});
