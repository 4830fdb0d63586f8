import { expect, test } from "bun:test";
import { rihla } from "../testing.ts";

test("The documents and runbooks are listed and printed, and an unknown name is refused", async () => {
  const { exit, out } = await rihla(["docs"], {});
  expect([exit, out.split("\n")[0]]).toEqual([0, "CHANGELOG.md"]);
  expect(JSON.parse((await rihla(["docs", "--json"], {})).out)).toEqual(out.trim().split("\n"));
  expect(out).toContain("\nrunbooks/restore.sh\n");
  expect((await rihla(["docs", "runbooks/restore.sh"], {})).out).toStartWith("#!/bin/sh\n");
  expect((await rihla(["docs", "operations"], {})).out).toStartWith("# Operations\n");
  const unknown = await rihla(["docs", "../package.json"], {});
  expect([unknown.exit, unknown.out]).toEqual([3, ""]);
  expect(unknown.err).toBe("There is no document ../package.json: run `rihla docs`.\n");
});
