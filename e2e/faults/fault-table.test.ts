import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { cases } from "./cases.ts";

test("The table of faults in the guide has a row for every case that is played, and none for another", async () => {
  const guide = await readFile(join(import.meta.dir, "../../docs/operations.md"), "utf8");
  const table = guide.split("### Faults, and who tells you")[1]?.split("\n### ")[0] ?? "";
  const named = [...table.matchAll(/\| `([\w-]+)` \|$/gm)].map(([, name]) => name ?? "");
  expect([...new Set(named)].sort()).toEqual(cases.map(({ name }) => name).sort());
});
