import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import stored from "./advisories.json" with { type: "json" };
import { auditStored, findingsIn } from "./audit.ts";
import { licenseOf, lockedPackages, ROOT, readLock } from "./lock-file.ts";
import { sbomOf } from "./sbom.ts";

/** Licenses under which the product may be distributed with its packages. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "Unlicense",
];

const LOCK = `{
  "lockfileVersion": 2,
  "workspaces": { "": { "dependencies": { "shop": "1.0.0" }, "devDependencies": { "tester": "2.0.0" } } },
  "packages": {
    "shop": ["shop@1.0.0", "", { "dependencies": { "@scope/till": "^1.0.0" } }, "sha512-AAAA"],
    "@scope/till": ["@scope/till@1.2.0", "", {}, "sha512-AAEC"],
    "tester": ["tester@2.0.0", "", { "dependencies": { "@scope/till": "^2.0.0" } }, "sha512-AAED"],
    "tester/@scope/till": ["@scope/till@2.1.0", "", {}, "sha512-AAEE"],
  },
}`;

let log: ReturnType<typeof spyOn>;
beforeAll(() => {
  log = spyOn(console, "log").mockImplementation(() => {});
});
afterAll(() => log.mockRestore());

test("the lock file tells what runs in production, and which copy of a package each one gets", () => {
  const facts = readLock(LOCK).map(({ key, version, needs, production }) => [
    key,
    version,
    needs,
    production,
  ]);
  expect(facts).toEqual([
    ["shop", "1.0.0", ["@scope/till"], true],
    ["@scope/till", "1.2.0", [], true],
    ["tester", "2.0.0", ["tester/@scope/till"], false],
    ["tester/@scope/till", "2.1.0", [], false],
  ]);
});

test("the bill of materials has every package of production with its checksum and license, and nothing else", () => {
  const { components, dependencies } = sbomOf(lockedPackages());
  const names = components.map(({ name }) => name);
  expect(Object.keys(packageFile.dependencies).filter((name) => !names.includes(name))).toEqual([]);
  const ofDevelopment = Object.keys(packageFile.devDependencies).filter((name) => names.includes(name));
  expect(ofDevelopment).toEqual(["typescript"]); // tRPC requires it as a peer, so it is installed
  expect(components.filter((each) => !("hashes" in each))).toEqual([]);
  const react = components.find(({ name }) => name === "react");
  expect(react).toMatchObject({ version: packageFile.dependencies.react, licenses: [{ expression: "MIT" }] });
  const refs = new Set(dependencies.map(({ ref }) => ref));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});

test("every installed package of production has an allowed license", () => {
  const shipped = lockedPackages().filter(({ production }) => production);
  const licenses = shipped.map((each) => [each.name, licenseOf(each)] as const);
  const choices = (license: string) => license.replace(/[()]/g, "").split(" OR ");
  const wrong = licenses.filter(
    ([, license]) => license !== null && !choices(license).some((each) => ALLOWED.includes(each)),
  );
  expect(licenses.filter(([, license]) => license !== null).length).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});

test("a vulnerable version is found, and fails the audit only if it runs in production", () => {
  const advisory = { id: "TEST-1", severity: "high", title: "leaks" };
  const packages = readLock(LOCK);
  const till = (vulnerable: string) => [{ ...advisory, package: "@scope/till", vulnerable }];
  expect(findingsIn(packages, till(">=1.0.0 <1.3.0")).map(({ found }) => found.key)).toEqual(["@scope/till"]);
  expect([
    auditStored(packages, till("<1.3.0")),
    auditStored(packages, till(">=2.0.0")),
    auditStored(packages, till(">=3.0.0")),
  ]).toEqual([1, 0, 0]);
});

test("no package of production has a stored advisory", () => {
  const findings = findingsIn(lockedPackages(), stored.advisories);
  expect(findings.filter(({ found }) => found.production)).toEqual([]);
});

test("versions that are younger than a week are not resolved", () => {
  const { install } = Bun.TOML.parse(readFileSync(join(ROOT, "bunfig.toml"), "utf8")) as {
    install: Record<string, unknown>;
  };
  expect(install).toMatchObject({ exact: true, minimumReleaseAge: 7 * 24 * 60 * 60 });
});
