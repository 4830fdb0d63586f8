import { expect, test } from "bun:test";
import { waitAtMost, withTimeout } from "./with-timeout.ts";

const late = () => new Error("late");
const never = new Promise<never>(() => {});

test("a promise that settles in time is passed on, with its value or its error", async () => {
  expect(await withTimeout(Promise.resolve(1), 1_000, late)).toBe(1);
  await expect(withTimeout(Promise.reject(new Error("own")), 1_000, late)).rejects.toThrow("own");
});

test("a promise that takes longer is rejected with the error of the limit, unless there is no limit", async () => {
  await expect(withTimeout(never, 5, late)).rejects.toThrow("late");
  expect(
    await withTimeout(
      Bun.sleep(5).then(() => 2),
      0,
      late,
    ),
  ).toBe(2);
});

test("waiting ends with the promise or at the limit, whichever comes first", async () => {
  await waitAtMost(never, 5);
  await waitAtMost(Promise.resolve(), 60_000);
  await expect(waitAtMost(Promise.reject(new Error("own")), 1_000)).rejects.toThrow("own");
});
