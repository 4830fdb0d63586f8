import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { isSetting } from "./demo.ts";

test("a demo keeps or clears every setting that there is", async () => {
  const source = await Bun.file(resolve(import.meta.dir, "../../src/env.ts")).text();
  const names = [
    ...new Set([...source.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"/g)].map(([, name]) => name ?? "")),
  ];
  expect(names).toContain("EVIDENCE_S3_SECRET_ACCESS_KEY");
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !isSetting(name))).toEqual([]);
});
