import { expect, mock, spyOn, test } from "bun:test";
import { createLog } from "../core/logging/log.ts";
import { shutDown } from "./shutdown.ts";

test("a step that fails to close is logged without its message, and the others still close", async () => {
  const log = createLog("silent");
  const logged = spyOn(log, "error");
  const closed: string[] = [];
  await shutDown(
    [
      () => closed.push("first"),
      () => Promise.reject(new TypeError("canary")),
      () => {
        throw new RangeError("canary");
      },
      async () => closed.push("last"),
    ],
    log,
  );
  expect(closed).toEqual(["last", "first"]);
  expect(logged.mock.calls.map(([facts]) => facts)).toEqual([
    expect.objectContaining({ error: "RangeError" }),
    expect.objectContaining({ error: "TypeError" }),
  ]);
  expect(JSON.stringify(logged.mock.calls)).not.toContain("canary");
});

test("a step that never ends holds up no stop that has a limit, as of a server that is still starting", async () => {
  const hung = mock(() => new Promise(() => {}));
  await shutDown([hung], createLog("silent"), 50);
  expect(hung).toHaveBeenCalledTimes(1);
});
