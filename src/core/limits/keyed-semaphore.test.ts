import { expect, test } from "bun:test";
import { createKeyedSemaphore } from "./keyed-semaphore.ts";

test("work of one key runs at most two at a time and in order of arrival, and other keys do not wait", async () => {
  const run = createKeyedSemaphore(2);
  const running: string[] = [];
  const releases: (() => void)[] = [];
  const begin = (key: string, name: string) =>
    run(key, () => {
      running.push(name);
      return new Promise<void>((resolve) => releases.push(resolve));
    });
  const all = [begin("a", "a1"), begin("a", "a2"), begin("a", "a3"), begin("b", "b1")];
  await Bun.sleep(0);
  expect(running).toEqual(["a1", "a2", "b1"]);
  releases[0]?.();
  await Bun.sleep(0);
  expect(running).toEqual(["a1", "a2", "b1", "a3"]);
  for (const release of releases) release();
  await Promise.all(all);
});

test("work that fails rejects its caller and makes room for the next", async () => {
  const run = createKeyedSemaphore(1);
  const failed = run("a", () => Promise.reject(new Error("failed")));
  const next = run("a", () => Promise.resolve("next"));
  await expect(failed).rejects.toThrow("failed");
  expect(await next).toBe("next");
});
