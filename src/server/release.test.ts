import { expect, test } from "bun:test";
import { buildInfo, programFile } from "../env/program.ts";
import { billOfMaterials, notesOf, packagesOf } from "./release.ts";

test("The notes of a release are the chapter of its version, and this version has one", async () => {
  const changes = "# Changes\n\n## 1.1.0 (2027-01-02)\n\n- Newer.\n\n## 1.1 beta\n\n- Older.\n";
  expect(notesOf(changes, "1.1.0")).toBe("- Newer.\n");
  expect(() => notesOf(changes, "1.2.0")).toThrow("CHANGELOG.md has no chapter of version 1.2.0.");
  const ours = await Bun.file(programFile("CHANGELOG.md")).text();
  expect(notesOf(ours, buildInfo.version).length).toBeGreaterThan(100);
});

test("The bill of materials has the version and the license of each package once, and Bun", async () => {
  const modules = [
    "node_modules/zod/v4/a.js",
    "node_modules/@trpc/server/b.js",
    "node_modules/zod/c.js",
    "src/d.ts",
  ];
  expect(packagesOf(modules)).toEqual(["node_modules/@trpc/server", "node_modules/zod"]);
  expect(packagesOf(["node_modules/a/node_modules/b/c.js"])).toEqual(["node_modules/a/node_modules/b"]);
  const { components } = JSON.parse(await billOfMaterials(modules));
  const { dependencies } = await Bun.file(programFile("package.json")).json();
  expect(components).toEqual([
    { type: "platform", name: "bun", version: Bun.version, purl: `pkg:npm/bun@${Bun.version}` },
    {
      type: "library",
      name: "@trpc/server",
      version: dependencies["@trpc/server"],
      purl: `pkg:npm/%40trpc/server@${dependencies["@trpc/server"]}`,
      licenses: [{ expression: "MIT" }],
    },
    {
      type: "library",
      name: "zod",
      version: dependencies.zod,
      purl: `pkg:npm/zod@${dependencies.zod}`,
      licenses: [{ expression: "MIT" }],
    },
  ]);
});
