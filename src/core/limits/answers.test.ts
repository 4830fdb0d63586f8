import { expect, test } from "bun:test";
import { createAnswers } from "./answers.ts";

const noorIn = (version: string) => ({ key: "page noor", version, bytes: 5_000 });

test("requests that arrive together share one read, and a visitor whose own read is refused fails alone", async () => {
  const answers = createAnswers(() => new Date(0));
  const cache = (read: () => Promise<string>) => answers(noorIn("1"), read);
  let reads = 0;
  const refused = async () => Promise.reject(new Error("too many requests"));
  const read = async () => {
    reads += 1;
    return "Noor Grill";
  };
  const all = await Promise.all([
    cache(refused).catch(({ message }: Error) => message),
    cache(read),
    cache(read),
  ]);
  expect(all).toEqual(["too many requests", "Noor Grill", "Noor Grill"]);
  expect([reads, await cache(refused)]).toEqual([1, "Noor Grill"]);
});

test("a read that fails once its version is outdated leaves the newer answer", async () => {
  const answers = createAnswers(() => new Date(0));
  const { promise, reject } = Promise.withResolvers<string>();
  const outdated = answers(noorIn("1"), () => promise);
  expect(await answers(noorIn("2"), async () => "Noor Grill")).toBe("Noor Grill");
  reject(new Error("the database is away"));
  await expect(outdated).rejects.toThrow("away");
  expect(await answers(noorIn("2"), async () => "read again")).toBe("Noor Grill");
});

test("an answer counts as much as it says once it is made", async () => {
  const answers = createAnswers(() => new Date(0));
  let reads = 0;
  const read = async (key: string, places: number) => {
    const named = { key, version: "1", bytes: (made: number) => made * 2 ** 20 };
    return answers(named, async () => {
      reads += 1;
      return places;
    });
  };
  for (let n = 0; n < 40; n += 1) await read(`small ${n}`, 1);
  await read("small 0", 1);
  expect(reads).toBe(40);
  await read("large", 40); // of 64 MiB
  await read("small 39", 1);
  await read("large", 40);
  expect(reads).toBe(41);
  await read("small 1", 1);
  expect(reads).toBe(42);
});
