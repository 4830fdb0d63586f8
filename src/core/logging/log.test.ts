import { expect, spyOn, test } from "bun:test";
import { createLog, createOutageLog } from "./log.ts";

test("an outage is one line for each call and cause, and a count of the others", async () => {
  const log = createLog("silent");
  const warned = spyOn(log, "warn");
  const lines = () => warned.mock.calls.map(([facts]) => facts);
  const outages = createOutageLog(50);
  for (let n = 0; n < 3_655; n++) outages.report(log, { requestId: `${n}`, path: "a", sqlState: "57P01" });
  outages.report(log, { requestId: "x", path: "b", sqlState: "57P01" });
  expect(lines()).toEqual([
    { requestId: "0", path: "a", sqlState: "57P01" },
    { requestId: "x", path: "b", sqlState: "57P01" },
  ]);
  await Bun.sleep(100);
  expect(lines().slice(2)).toEqual([{ path: "a", sqlState: "57P01", more: 3_654, seconds: 0.05 }]);
  outages.report(log, { requestId: "y", path: "a", sqlState: "57P01" });
  expect(lines().at(-1)).toEqual({ requestId: "y", path: "a", sqlState: "57P01" });
});
