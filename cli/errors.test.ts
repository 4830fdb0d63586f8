import { expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { describeFailure } from "./errors.ts";

test("a command whose disk is full says so, and exits with 1", async () => {
  const failure = await writeFile("/dev/full", "text").catch((error: unknown) => error);
  expect(describeFailure(failure)).toEqual({
    exit: 1,
    body: { error: "The disk that this command writes to is full.", code: "INTERNAL" },
  });
});
